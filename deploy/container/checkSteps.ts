/**
 * @file `npm run check:deploy`: takes the steps of the container file in a clean folder, without Docker, and starts what
 * comes of them, as the user of the image, who may write nowhere but in the data folder: it must become healthy, serve
 * the console, run its watcher, know all commands, and stop in order. Takes some minutes; only root may run it, because
 * the steps change owners.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@greenwave/harness/freePorts'
import { until } from '@greenwave/harness/until'
import { parse } from 'yaml'
import * as z from 'zod'
import { buildStages, environmentOfMachine, type Image } from './buildStages.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STARTS_WITHIN_MS = 60_000

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** How a program of the image is started. */
function startOptions({ workdir, environment, user }: Image, settings: Readonly<Record<string, string>>) {
  return { cwd: workdir, env: { ...environmentOfMachine(), ...environment, ...settings }, ...user }
}

/** Runs words of the image until they end; returns their exit code and what they wrote. */
function runInside(
  image: Image,
  [program = '', ...words]: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const { status, stdout, stderr } = spawnSync(program, words, { ...startOptions(image, settings), encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

function check(what: string, holds: boolean, said = ''): void {
  if (!holds) throw new Error(`${what}: no\n${said}`)
  say(`${what}: yes`)
}

async function checkImage(image: Image): Promise<void> {
  const [port, mqttPort, metricsPort] = await freePorts(3)
  // As `docker run -e` would, on this machine alone.
  const settings = {
    GREENWAVE_HOST: '127.0.0.1',
    GREENWAVE_PORT: String(port),
    GREENWAVE_MQTT_PORT: String(mqttPort),
    GREENWAVE_METRICS_PORT: String(metricsPort),
    GREENWAVE_ADMIN_EMAIL: 'admin@greenwave.test',
  }
  const isHealthy = (): boolean => runInside(image, image.healthcheck, settings).status === 0
  check('the health check fails before the start', !isHealthy())
  const [program = '', ...words] = [...image.entrypoint, ...image.command]
  const child = spawn(program, words, { ...startOptions(image, settings), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  try {
    await until(
      'the health check',
      () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${said}`)
        return isHealthy()
      },
      STARTS_WITHIN_MS,
    )
    say('it becomes healthy: yes')
    const page = await fetch(`http://127.0.0.1:${port}/login`)
    check('it serves the console', page.ok && /<script[^>]+type="module"/.test(await page.text()))
    const metric = /^greenwave_watcher_pulse_age_seconds \d/m
    const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    await until('the pulse of its watcher', async () => metric.test(await metrics()), STARTS_WITHIN_MS)
    say('its watcher runs: yes')
  } finally {
    await stop(child)
  }
  check('it stops in order after SIGTERM', child.exitCode === 0, said)
  check('the health check fails after the stop', !isHealthy())
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** What is looked at of a compose file. */
const Compose = z.object({ services: z.record(z.string(), z.object({ entrypoint: z.array(z.string()).optional() })) })

function checkWords(image: Image): void {
  const help = runInside(image, [...image.entrypoint, '--help'], {})
  check('every command can be loaded', help.status === 0 && /\bdoctor\b/.test(help.said), help.said)
  const { services } = Compose.parse(parse(readFileSync(join(HERE, 'thingsboard.yaml'), 'utf8')))
  const watcher = runInside(image, [...(services.watcher?.entrypoint ?? []), '--help'], {})
  check(
    'the watcher of thingsboard.yaml can be started',
    watcher.status === 0 && /--share/.test(watcher.said),
    watcher.said,
  )
}

if (process.getuid?.() !== 0) {
  say('Only root may run this: the steps of the container file change owners.')
  process.exitCode = 2
} else {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-image-'))
  // The user of the image enters it.
  chmodSync(folder, 0o755)
  try {
    const image = await buildStages(join(HERE, 'Dockerfile'), ROOT, folder, say)
    checkWords(image)
    await checkImage(image)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}
