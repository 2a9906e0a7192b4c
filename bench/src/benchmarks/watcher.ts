import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { healthyJunctions } from '../tools/healthyJunctions.ts'
import { parallel } from '../tools/parallel.ts'
import { measureUsage, type Usage } from '../tools/processUsage.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { type SeededDevice, seedDevices, signInAsAdmin } from '../tools/seed.ts'

const COUNT = Number(process.env.BENCH_WATCHER_CONTROLLERS ?? 5000)
const FIRST_MS = 60_000
const STEADY_MS = 120_000
const FAULTS = 100
/** What the watcher logs when it has read what was missed before it began, two or three calls for each junction. */
const CAUGHT_UP = 'what was missed before this watcher began is read'
const CAUGHT_UP_WITHIN_MS = 840_000

/** As the platform and its command line give it to the programs that they start. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../.cache/compile', import.meta.url))

/** Program 1 of 80 s in one plan all day. */
const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
}

/**
 * Measures a watcher of 5,000 controllers that send a message a second: its share of a core, memory, and delay. Takes at
 * most twenty minutes.
 */
export async function watcher(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-bench-'))
  const children: ChildProcess[] = []
  const start = (app: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess => {
    const folderOfApp = new URL(`../../../apps/${app}/`, import.meta.url)
    const isWatcher = app === 'watcher'
    const read = (file: string) => JSON.parse(readFileSync(new URL(file, folderOfApp), 'utf8'))
    const flags = isWatcher ? read('nodeFlags.json') : []
    const main = fileURLToPath(new URL('src/main.ts', folderOfApp))
    const stdio = ['ignore', 'ignore', isWatcher ? 'pipe' : 'inherit', 'ipc'] as const
    const child = spawn(process.execPath, [...flags, main, ...args], {
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...(isWatcher && read('environment.json')), ...env },
      stdio: [...stdio],
    })
    children.push(child)
    return child
  }
  try {
    const api = await signInAsAdmin(platform)
    const seeded = await seedDevices(api, COUNT)
    await parallel(seeded, ({ device }) => api.writeAttributes(device.id.id, 'SHARED_SCOPE', SETTINGS))
    const file = join(folder, 'controllers.csv')
    const lines = seeded.map(
      ({ device, login }) => `${device.name},${login.clientId},${login.userName},${login.password}`,
    )
    writeFileSync(file, `name,clientId,userName,password\n${lines.join('\n')}\n`)
    const fleet = start('simulator', ['--url', platform.mqttUrl, '--credentials', file, '--quiet'])
    // What it imports is in the cache then, as from an installation's second start on.
    await once(start('watcher', ['--help']), 'exit')
    const env = { GREENWAVE_WATCHER_EMAIL: ADMIN_EMAIL, GREENWAVE_WATCHER_PASSWORD: platform.adminPassword }
    const eye = start('watcher', ['--url', platform.url], env)
    let isCaughtUp = false
    eye.stderr?.on('data', (text: Buffer) => {
      isCaughtUp ||= String(text).includes(CAUGHT_UP)
    })
    // A busy machine delays a few controllers, which then show a deviation.
    await until('most to be healthy', async () => (await healthyJunctions(api)) >= COUNT * 0.98, 240_000)

    const pid = eye.pid ?? 0
    const [first, reading] = [measureUsage(pid), measureUsage(pid)]
    await new Promise((resolve) => setTimeout(resolve, FIRST_MS))
    const firstMinute = first.end()
    await until('all that was missed to be read', async () => isCaughtUp, CAUGHT_UP_WITHIN_MS)
    const whileReading = reading.end()
    const steady = measureUsage(pid)
    await new Promise((resolve) => setTimeout(resolve, STEADY_MS))
    const afterwards = steady.end()
    const delays = await causeFaults(api, fleet, seeded)
    return [
      usageRow('watched', afterwards),
      usageRow('the first minute', firstMinute),
      usageRow(`the ${whileReading.seconds.toFixed(0)} s until what was missed is read`, whileReading),
      {
        name: 'a fault, until its alarm is read by REST',
        promise: 'p99 <= 6 s after the 2 s that a conflict lasts first',
        figure: describeMs(delays),
        baseline: 'no other software does this',
        kept: quantile(delays, 0.99) <= 8000,
      },
    ]
  } finally {
    for (const child of children) {
      if (child.exitCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function usageRow(what: string, { core, peakMb }: Usage): Row {
  return {
    name: `${COUNT} controllers, 1 message/s: ${what}`,
    promise: 'under 30 % of a core, RSS <= 200 MB',
    figure: `${(core * 100).toFixed(0)} % of a core, ${peakMb.toFixed(0)} MB`,
    baseline: 'no other software does this',
    kept: core < 0.3 && peakMb <= 200,
  }
}

/** Lets controllers show two greens, one every 200 ms; returns how long each took to be an alarm, milliseconds. */
async function causeFaults(api: Api, fleet: ChildProcess, seeded: readonly SeededDevice[]): Promise<readonly number[]> {
  const causedAt = new Map<string, number>()
  const delays: number[] = []
  const faulty = seeded.slice(0, FAULTS)
  let lastMs = performance.now()
  let nth = 0
  await until(
    'all faults to be alarms',
    async () => {
      const next = faulty[nth]
      if (next && performance.now() - lastMs >= 200) {
        lastMs = performance.now()
        nth += 1
        causedAt.set(next.device.id.id, lastMs)
        fleet.send({ name: next.device.name, faults: ['two-greens:1,2'] })
      }
      const query = { pageSize: FAULTS, page: 0, statusList: 'ACTIVE', typeList: 'Conflicting green' }
      const { data } = await api.call('alarmsV2', { query })
      const now = performance.now()
      for (const { originator } of data) {
        const at = causedAt.get(originator.id)
        if (at === undefined) continue
        delays.push(now - at)
        causedAt.delete(originator.id)
      }
      return delays.length === FAULTS
    },
    120_000,
  )
  return delays
}
