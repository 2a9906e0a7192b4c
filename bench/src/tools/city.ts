import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { PLAN_NUMBERS } from '@greenwave/controller/controllerLimits'
import type { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { parallel } from './parallel.ts'
import { type SeededDevice, seedDevices, signInAsAdmin } from './seed.ts'
import { type WatchedJunctions, watchedJunctions } from './watchedJunctions.ts'

/** As the platform and its command line give it to the programs that they start. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../.cache/compile', import.meta.url))

/** Every setting of a controller: six programs of 80 s, and six plans, which all run program 1. */
const SETTINGS: Readonly<Record<string, number>> = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 6 },
  ...Object.assign(
    {},
    ...PLAN_NUMBERS.map((nth) => ({
      ...{ [`P${nth}_HH`]: (nth - 1) * 4, [`P${nth}_MM`]: 0, [`P${nth}_Pr`]: 1, [`P${nth}_ENT`]: 1 },
      ...programOf(nth, nth === 1 ? 30 : 30 - nth),
    })),
  ),
}

/** Returns the values of a program of 80 s whose first green has so many seconds, and its second what that leaves. */
export function programOf(nth: number, green: number): Record<string, number> {
  const greens = { [`Pr${nth}_X1`]: green, [`Pr${nth}_X2`]: 50 - green, [`Pr${nth}_X3`]: 15 }
  return { ...greens, [`Start_Pr${nth}_X1`]: 0, [`Start_Pr${nth}_X2`]: green + 5, [`Start_Pr${nth}_X3`]: 60 }
}

/** Settings by which all controllers change from program 1 to program 2 at a time of the day. */
export function planChangeAt(hour: number, minute: number): Readonly<Record<string, number>> {
  return { Plan_total: 2, P1_HH: 0, P1_MM: 0, P2_HH: hour, P2_MM: minute, P2_Pr: 2 }
}

/** A city on this machine: a platform, and virtual controllers that send a message a second, each in its own process. */
export interface City {
  readonly platform: PlatformProcess
  readonly api: Api
  readonly seeded: readonly SeededDevice[]
  /** The virtual controllers as they were started last. */
  readonly fleet: ChildProcess
  /** Ends all virtual controllers, without a word to the platform. */
  cutPower(): Promise<void>
  /** Starts all virtual controllers again; so many connect in a second. */
  startFleet(connectsPerSecond: number): void
  /** Starts a watcher, which reaches the platform at `url` if given; its log is its standard error. */
  startWatcher(url?: string): Promise<ChildProcess>
  /** Resolves when nearly all junctions are `judged`, or also `healthy`, by the watcher. */
  until(what: keyof WatchedJunctions): Promise<void>
  /** Ends all processes and removes their data. */
  stop(): Promise<void>
}

/** What a controller's displays count, and the limits of its greens where they are actuated, as `greenwave controllers` has them. */
export interface Heads {
  readonly display: string
  readonly actuated?: string
}

/**
 * Starts a city of so many controllers; `settings` are environment variables of its platform, `headsOf` returns the
 * displays of a controller.
 */
export async function startCity(
  controllers: number,
  settings: Record<string, string> = {},
  headsOf: (nth: number) => Heads = () => ({ display: 'full' }),
): Promise<City> {
  const platform = await startPlatformProcess(settings)
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
  const stop = async (): Promise<void> => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const api = await signInAsAdmin(platform)
    const seeded = await seedDevices(api, controllers)
    await parallel(seeded, ({ device }) => api.writeAttributes(device.id.id, 'SHARED_SCOPE', SETTINGS))
    const file = join(folder, 'controllers.csv')
    const lines = seeded.map(({ device, login }, nth) => {
      const { display, actuated = '' } = headsOf(nth)
      return [device.name, login.clientId, login.userName, login.password, display, actuated].join()
    })
    writeFileSync(file, `name,clientId,userName,password,display,actuated\n${lines.join('\n')}\n`)
    const startFleet = (connectsPerSecond: number): ChildProcess =>
      start('simulator', [
        ...['--url', platform.mqttUrl, '--credentials', file, '--quiet'],
        ...['--connects-per-second', String(connectsPerSecond)],
      ])
    let fleet = startFleet(200)
    return {
      platform,
      api,
      seeded,
      get fleet() {
        return fleet
      },
      async cutPower() {
        fleet.kill('SIGKILL')
        await once(fleet, 'exit')
      },
      startFleet(connectsPerSecond) {
        fleet = startFleet(connectsPerSecond)
      },
      async startWatcher(url = platform.url) {
        // What it imports is in the cache then, as from an installation's second start on.
        await once(start('watcher', ['--help']), 'exit')
        const account = { GREENWAVE_WATCHER_EMAIL: ADMIN_EMAIL, GREENWAVE_WATCHER_PASSWORD: platform.adminPassword }
        const watcher = start('watcher', ['--url', url], account)
        watcher.stderr?.resume()
        return watcher
      },
      async until(what) {
        // A busy machine delays a few controllers, which then show a deviation.
        const enough = controllers * 0.98
        await until(`most junctions to be ${what}`, async () => (await watchedJunctions(api))[what] >= enough, 240_000)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
