/** @file `serve` with its watcher, while its log cannot be written. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADMIN_EMAIL } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { afterEach, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

/** Starts `serve` with a standard error of this kind; resolves with the address of its metrics. */
async function serveWith(
  stderr: 'full disk' | 'closed pipe',
): Promise<{ metricsUrl: string; isRunning: () => boolean }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenwave-log-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const free = ['--port', '0', '--mqtt-port', '0', '--metrics-port', '0']
  const child = spawn(process.execPath, [MAIN, 'serve', ...free], {
    env: {
      ...process.env,
      GREENWAVE_DATA_DIR: dataDir,
      GREENWAVE_ADMIN_EMAIL: ADMIN_EMAIL,
      GREENWAVE_LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', 'pipe', stderr === 'full disk' ? openSync('/dev/full', 'w') : 'pipe', 'ipc'],
  })
  child.stderr?.destroy()
  const ended = once(child, 'exit')
  cleanups.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let printed = ''
  child.stdout?.on('data', (text) => {
    printed += text
  })
  const isRunning = (): boolean => child.exitCode === null
  const metricsUrl = await until(
    'the platform to listen',
    () => {
      if (!isRunning()) throw new Error(`serve ended with ${child.exitCode}:\n${printed}`)
      return /Metrics +(\S+)/.exec(printed)?.[1]
    },
    40_000,
  )
  return { metricsUrl, isRunning }
}

it.each(['full disk', 'closed pipe'] as const)(
  'platform and watcher go on with a %s for their log, and the failures are counted',
  async (stderr) => {
    const { metricsUrl, isRunning } = await serveWith(stderr)
    const metricOf = async (metric: string): Promise<number | undefined> => {
      const text = await (await fetch(metricsUrl)).text()
      const value = new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1]
      return value === undefined ? undefined : Number(value)
    }
    await until('failed writes', async () => ((await metricOf('greenwave_log_write_failures_total')) ?? 0) > 3)
    await until('a pulse of the watcher', () => metricOf('greenwave_watcher_pulse_age_seconds'))
    expect(isRunning()).toBe(true)
  },
)
