/** @file A platform with virtual controllers and watchers, each a process of its own, as in a city. */
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { displayTexts, FULL, uniformDisplay } from '@greenwave/controller/display'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePulse } from '@greenwave/contract/records/watch'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { Customer } from '@greenwave/contract/wire/customers'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { rulesWith } from '@greenwave/observer/rules/table'
import { pino } from 'pino'
import { WHOLE_FLEET } from '../fleet/share.ts'
import { reachPlatform } from '../platform.ts'
import { parseTellSettings } from '../tellSettings.ts'
import { startWatcher, type Watcher } from '../watcher.ts'
import type { WaveLimits } from '@greenwave/coordination/observed/WaveEvaluator'
import { type ProgramProcess, startProgram } from './programProcess.ts'

/** Program 1 of 80 s in one plan all day. */
const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
}

/** Incidents that end soon after their condition: what the rules say of lengths, the tests of the observer check. */
const SOON_CLEARED = rulesWith({ conflict: { clearSeconds: 1 }, lamps: { clearSeconds: 1 }, dark: { clearSeconds: 1 } })

/** A watcher in the process of the test. */
export interface WatcherHere extends Watcher {
  /** What it logged as warnings or errors. */
  readonly complaints: readonly string[]
  /** Resolves when it has read what was missed before it began. */
  caughtUp(): Promise<void>
}

/** What a watcher logs when it has read what was missed before it began. */
export const CAUGHT_UP = 'what was missed before this watcher began is read'

/** What the platform shows of a junction. */
export interface ShownJunction {
  readonly active: readonly AlarmInfo[]
  /** All episodes, also those that are over. */
  readonly all: readonly AlarmInfo[]
  readonly attributes: Readonly<Record<string, unknown>>
}

/** What a watcher learned of these junctions in its first minutes: until then zeros are not yet called dark. */
const KNOWN_DISPLAYS = { display: displayTexts(uniformDisplay(FULL)), control: { kind: 'fixed' } }

/** A platform with controllers TLC-0, TLC-1, ... that run their programs. */
export class WatchedCity {
  readonly platform: PlatformProcess
  readonly customer: Customer
  /** Ids of the devices by the names of their controllers. */
  readonly ids = new Map<string, string>()
  #api: Api
  readonly #folder: string
  readonly #programs = new Set<ProgramProcess>()
  #controllers: ProgramProcess | undefined

  /** What its controllers are set to. */
  readonly #settings: Readonly<Record<string, unknown>>

  private constructor(
    platform: PlatformProcess,
    api: Api,
    customer: Customer,
    folder: string,
    settings: Readonly<Record<string, unknown>>,
  ) {
    this.platform = platform
    this.#api = api
    this.customer = customer
    this.#folder = folder
    this.#settings = settings
  }

  /** Builds a city of `count` controllers, all of one customer, and starts them. `env` is the platform's. */
  static async build(count: number, env: Record<string, string> = {}, settings = SETTINGS): Promise<WatchedCity> {
    const platform = await startPlatformProcess(env)
    const api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
    const customer = await api.createCustomer('Quận 1')
    const city = new WatchedCity(platform, api, customer, await mkdtemp(join(tmpdir(), 'greenwave-watch-')), settings)
    for (let nth = 0; nth < count; nth += 1) await city.#addController(nth)
    await city.startControllers()
    return city
  }

  get api(): Api {
    return this.#api
  }

  id(name: string): string {
    return this.ids.get(name) ?? ''
  }

  async #addController(nth: number): Promise<void> {
    const login = { clientId: `c${nth}`, userName: `u${nth}`, password: `secret-${nth}` }
    const { customer } = this
    const device = await this.#api.createDevice({ name: `TLC-${nth}`, label: `Ngã tư ${nth}`, customer }, login)
    await this.#api.writeAttributes(device.id.id, 'SHARED_SCOPE', this.#settings)
    await this.#api.writeAttributes(device.id.id, 'SERVER_SCOPE', { [LEARNED_KEY]: KNOWN_DISPLAYS })
    this.ids.set(`TLC-${nth}`, device.id.id)
  }

  /** Starts the controllers, and waits until all have shown lamps. */
  async startControllers(): Promise<void> {
    const file = join(this.#folder, 'controllers.csv')
    const lines = [...this.ids.keys()].map((name, nth) => `${name},c${nth},u${nth},secret-${nth}`)
    await writeFile(file, `name,clientId,userName,password\n${lines.join('\n')}\n`)
    this.#controllers = startProgram('simulator', ['--url', this.platform.mqttUrl, '--credentials', file])
    this.#programs.add(this.#controllers)
    for (const id of this.ids.values()) {
      await until('lamps of each controller', async () => {
        const latest = await this.#api.call('timeseries', { params: ofDevice(id), query: { keys: 'T_D1' } })
        return latest.T_D1?.[0]?.value != null
      })
    }
  }

  /** Sets the faults of a controller; an empty list ends them. */
  cause(name: string, ...faults: readonly string[]): void {
    this.#controllers?.tell({ name, faults })
  }

  /** Starts a watcher, which reads its lists every two seconds. */
  watch(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): ProgramProcess {
    const account = {
      GREENWAVE_WATCHER_EMAIL: ADMIN_EMAIL,
      GREENWAVE_WATCHER_PASSWORD: this.platform.adminPassword,
    }
    const given = ['--url', this.platform.url, '--list-every', '2', ...args]
    const watcher = startProgram('watcher', given, { ...account, ...env })
    this.#programs.add(watcher)
    return watcher
  }

  /**
   * Starts a watcher in this process, which reads its lists each second and clears incidents of the lamps a second after
   * their end. Resolves when it has read its lists. Whoever starts it closes it.
   * @param env how it tells people
   */
  async watchHere(
    share = WHOLE_FLEET,
    env: Readonly<Record<string, string>> = {},
    waveLimits?: WaveLimits,
  ): Promise<WatcherHere> {
    const said: string[] = []
    const complaints: string[] = []
    const log = pino(
      {},
      pino.multistream([
        { level: 'info', stream: { write: (line) => said.push(line) } },
        { level: 'warn', stream: { write: (line) => complaints.push(line) } },
      ]),
    )
    const { url, adminPassword } = this.platform
    const who = { email: ADMIN_EMAIL, password: adminPassword }
    const { call, openLive, now } = await reachPlatform({ base: url, who, log, onPause: () => {} })
    const observer = createObserver(SOON_CLEARED, learned)
    const tell = parseTellSettings(env)
    const watcher = await startWatcher({
      call,
      openLive,
      now,
      share,
      observer,
      log,
      listEveryMs: 1000,
      tell,
      waveLimits,
    })
    const isCaughtUp = () => said.some((line) => line.includes(CAUGHT_UP))
    const caughtUp = async (): Promise<void> => {
      await until('what was missed', isCaughtUp)
    }
    return { ...watcher, complaints, caughtUp }
  }

  /** Kills the platform and starts it again. */
  async killPlatform(): Promise<void> {
    await this.platform.kill()
    await this.platform.restart()
  }

  async shown(name: string): Promise<ShownJunction> {
    const params = ofDevice(this.id(name))
    const { data } = await this.#api.call('entityAlarmsV2', { params, query: { pageSize: 100, page: 0 } })
    const attributes = await this.#api.attributes(this.id(name), 'SERVER_SCOPE')
    return { active: data.filter(({ cleared }) => !cleared), all: data, attributes }
  }

  /** Returns the types of the active alarms of a junction. */
  async activeTypes(name: string): Promise<readonly string[]> {
    return (await this.shown(name)).active.map(({ type }) => type).sort()
  }

  /** Returns the pulse of a share that users of a customer see, by default of the city's. */
  async pulse(key = 'gw_watch_1of1', customerId = this.customer.id.id) {
    const params = { entityType: 'CUSTOMER', entityId: customerId, scope: 'SERVER_SCOPE' }
    const [attribute] = await this.#api.call('attributes', { params, query: { keys: key } })
    return parsePulse(attribute?.value)
  }

  /** Waits until the platform has lamps of a junction that are some seconds newer than the newest that it has now. */
  async untilSecondsLater(name: string, seconds: number): Promise<void> {
    const newest = async (): Promise<number> => {
      const query = { keys: 'T_D1' }
      const { T_D1 } = await this.#api.call('timeseries', { params: ofDevice(this.id(name)), query })
      return T_D1?.[0]?.ts ?? 0
    }
    const from = await newest()
    const later = async (): Promise<boolean> => (await newest()) >= from + seconds * 1000
    await until(`${seconds} s of ${name}`, later)
  }

  /** Deletes the device of a controller, which goes on without it. */
  async removeDevice(name: string): Promise<void> {
    await this.#api.remove({ kind: 'device', id: this.id(name) })
    this.ids.delete(name)
  }

  /** Waits until junctions are judged: healthy, or in any other state than unknown. */
  async untilJudged(names: Iterable<string> = this.ids.keys()): Promise<void> {
    for (const name of names) {
      const isJudged = async (): Promise<boolean> => {
        const { attributes } = await this.shown(name)
        return attributes.gw_state !== undefined && attributes.gw_state !== 'unknown'
      }
      await until(`the state of ${name}`, isJudged)
    }
  }

  /** Ends everything and removes its data. */
  async end(): Promise<void> {
    for (const program of this.#programs) await program.end('SIGKILL')
    await this.platform.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
