import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '@greenwave/harness/api'
import type { PlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { connectAsync, type MqttClient } from 'mqtt'
import { adminOf, type MadeDevice, makeDevices } from '../scene/scene.ts'
import { watcherPidOf } from '../scene/smallCity.ts'
import type { Held, Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

/** Promises: a hang is reported within, and a hold ends on the device at most so late, milliseconds. */
const REPORTED_WITHIN_MS = 15_000
const LATEST_END_MS = 20_000
/** The mode is held for so long; the hang begins so long before the end, when it delays that most. Milliseconds. */
const HOLD_MS = 4_000
const HANGS_BEFORE_END_MS = 500
/** What systemd waits before it starts a process that ended (RestartSec), milliseconds. */
const RESTART_MS = 1_000
const PATIENCE_MS = 180_000
const LOOK_EVERY_MS = 50
const PRELOAD = new URL('../../src/testing/standingThread.ts', import.meta.url).href

/** A way to hang or kill a part of a platform. Only what hangs must be reported. */
interface Mishap {
  readonly name: string
  readonly begin: (platform: PlatformProcess, folder: string) => void
  /** Matches `/readyz` or the log once the hang is reported; undefined for what is killed. */
  readonly report?: RegExp
}

const hungThread = (role: string): Mishap => ({
  name: `thread "${role}"`,
  begin: (_, folder) => writeFileSync(join(folder, role), ''),
  report: new RegExp(`thread "${role}" has stood still`),
})

const MISHAPS: readonly Mishap[] = [
  {
    name: 'watcher stopped',
    begin: (platform) => process.kill(watcherPidOf(platform), 'SIGSTOP'),
    report: /the watcher has stood still|The watcher stands still/,
  },
  { name: 'watcher killed', begin: (platform) => process.kill(watcherPidOf(platform), 'SIGKILL') },
  ...['reader', 'record reader', 'writer', 'entity writer'].map(hungThread),
  {
    name: 'main thread',
    begin: (platform, folder) => writeFileSync(join(folder, `main-${platform.pid()}`), ''),
    report: /The main thread has stood still/,
  },
  { name: 'platform killed', begin: (platform) => process.kill(platform.pid(), 'SIGKILL') },
]

/** Measurements of one mishap, milliseconds. */
interface Seen {
  readonly name: string
  readonly reportedMs: number | undefined
  readonly lateMs: number
}

/**
 * A hold ends while the watcher, a thread or the platform hangs or is killed. Takes each mishap once, and all again while
 * time is left. Measures on the device how late the mode of its end arrives, and after which time a hang is reported. A
 * platform that ends is started again as systemd does.
 */
export const holdsAmidHangs: Soak = async ({ seconds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-standing-'))
  const environment = {
    ...{ GREENWAVE_WATCHER: 'on', NODE_OPTIONS: `--import ${PRELOAD}`, GREENWAVE_TEST_STANDSTILL: folder },
  }
  try {
    return await withPlatform(
      async (platform, target) => {
        const api = await adminOf(target)
        const [device] = await makeDevices(api, 1)
        if (!device) throw new Error('no device was made')
        const end = performance.now() + seconds * 1000
        const seen: Seen[] = []
        do {
          for (const mishap of MISHAPS) seen.push(await suffer(platform, folder, api, device, mishap))
        } while (performance.now() < end)
        const reports = seen.filter(({ reportedMs }) => reportedMs !== undefined)
        return {
          counts: { holds: seen.length, hangs: reports.length },
          held: [
            within('a hang is reported within 15 s', reports, ({ reportedMs }) => reportedMs ?? 0, REPORTED_WITHIN_MS),
            within('a hold ends on the device at most 20 s late', seen, ({ lateMs }) => lateMs, LATEST_END_MS),
            {
              promise: 'no hold ends before its time',
              figure: `${seen.filter(({ lateMs }) => lateMs < 0).length} early`,
              kept: seen.every(({ lateMs }) => lateMs >= 0),
            },
          ],
        }
      },
      { environment },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** States for each mishap the longest of its times. */
function within(promise: string, seen: readonly Seen[], msOf: (one: Seen) => number, mostMs: number): Held {
  const names = [...new Set(seen.map(({ name }) => name))]
  const longest = names.map((name) => Math.max(...seen.filter((one) => one.name === name).map(msOf)))
  const figure = names.map((name, nth) => `${name} ${((longest[nth] ?? 0) / 1000).toFixed(1)} s`).join(', ')
  return { promise, figure, kept: longest.every((ms) => ms <= mostMs) }
}

async function suffer(
  platform: PlatformProcess,
  folder: string,
  api: Api,
  device: MadeDevice,
  { name, begin, report }: Mishap,
): Promise<Seen> {
  const controller = await connect(platform, device)
  const supervisor = supervise(platform)
  try {
    await until('the watcher', () => watches(platform), PATIENCE_MS)
    // The thread that reads it starts with the first page.
    await api.call('auditLogs', { query: { pageSize: 1, page: 0 } })
    const untilMs = Date.now() + HOLD_MS
    const gw_hold = { mode: 1, until: untilMs, back: 4, by: 'mai@signal.vn', why: 'Procession' }
    await api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_hold })
    await api.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: 1 })
    await until('the held mode', () => controller.mode() === 1, PATIENCE_MS)
    await pause(Math.max(0, untilMs - HANGS_BEFORE_END_MS - Date.now()))
    const logged = platform.output().length
    const begunMs = Date.now()
    begin(platform, folder)
    const [reportedMs, endedMs] = await Promise.all([
      report && reported(platform, logged, report).then((ms) => ms - begunMs),
      until('the end of the hold', () => controller.mode() === 4 && controller.atMs(), PATIENCE_MS, LOOK_EVERY_MS),
    ])
    // A part that was not needed for the end may still hang.
    await until('all to work', async () => (await readiness(platform)) === 'ready', PATIENCE_MS)
    return { name, reportedMs, lateMs: endedMs - untilMs }
  } finally {
    await supervisor.stop()
    await controller.end()
  }
}

/** Resolves with the time at which a hang was reported, epoch milliseconds. */
function reported(platform: PlatformProcess, from: number, report: RegExp): Promise<number> {
  const isReported = async (): Promise<boolean> =>
    report.test(platform.output().slice(from)) || report.test(await readiness(platform))
  const at = async (): Promise<number | false> => (await isReported()) && Date.now()
  return until('the report', at, PATIENCE_MS, LOOK_EVERY_MS)
}

/** Resolves with the answer of `/readyz`; empty while there is none. */
const readiness = async ({ url }: PlatformProcess): Promise<string> => {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(500) }).catch(() => undefined)
  return ((await answer?.text().catch(() => '')) ?? '').trim()
}

/** Whether a watcher of the platform runs that was started last. */
function watches(platform: PlatformProcess): boolean {
  const started = [...platform.output().matchAll(/"pid":(\d+),"msg":"watching /g)].at(-1)?.[1]
  return started !== undefined && Number(started) === watcherPidOf(platform)
}

/** Starts a platform that has ended again, as systemd does. */
function supervise(platform: PlatformProcess): { readonly stop: () => Promise<void> } {
  let isOver = false
  const isRunning = (): boolean => {
    try {
      return process.kill(platform.pid(), 0)
    } catch {
      return false
    }
  }
  const watching = (async () => {
    while (!isOver) {
      await pause(LOOK_EVERY_MS)
      if (isRunning()) continue
      await pause(RESTART_MS)
      await platform.restart()
    }
  })()
  return {
    stop() {
      isOver = true
      return watching
    },
  }
}

/** A controller that follows its mode. */
interface Controller {
  readonly mode: () => unknown
  /** Returns when the mode last arrived, epoch milliseconds. */
  readonly atMs: () => number
  readonly end: () => Promise<void>
}

async function connect(platform: PlatformProcess, { login }: MadeDevice): Promise<Controller> {
  let mode: unknown
  let atMs = 0
  const { clientId, userName: username, password } = login
  const options = { clientId, username, password, reconnectPeriod: 200, resubscribe: true }
  const client: MqttClient = await connectAsync(platform.mqttUrl, options)
  client.on('error', () => {})
  client.on('message', (_, payload) => {
    const message: unknown = JSON.parse(payload.toString())
    const found: unknown = Reflect.get(Object(Reflect.get(Object(message), 'shared') ?? message), 'Mode')
    if (found === undefined || found === mode) return
    mode = found
    atMs = Date.now()
  })
  const ask = (): void => void client.publish('v1/devices/me/attributes/request/1', '{"sharedKeys":"Mode"}')
  await client.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/attributes/response/+'])
  ask()
  client.on('connect', ask)
  return { mode: () => mode, atMs: () => atMs, end: () => client.endAsync(true) }
}
