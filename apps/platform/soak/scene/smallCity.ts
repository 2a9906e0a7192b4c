/** @file A watched city of virtual controllers whose faults are set by name, and the alarms that the platform shows of it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DAY_KEY, writeDaySums } from '@greenwave/contract/records/daySums'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { EVENT_KEY, type JunctionEvent, parseEvent } from '@greenwave/contract/records/eventRecords'
import { parsePulse, WATCH_ASSET_NAME } from '@greenwave/contract/records/watch'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { displayTexts, FULL, uniformDisplay } from '@greenwave/controller/display'
import type { Api } from '@greenwave/harness/api'
import type { PlatformProcess } from '@greenwave/harness/platformProcess'
import { DAY_MS, daysOf, midnightOf, nextMidnight } from '@greenwave/observer/conformity/days'
import { fetchSpan } from '@greenwave/observer/conformity/reading/spanReads'
import { NO_SUMS } from '@greenwave/observer/conformity/sums'
import { rollOutAtOnce } from '@greenwave/rollout/testing/rollOutAtOnce'
import type { Target } from './attack.ts'
import { adminOf, type MadeDevice, makeDevices } from './scene.ts'

const SIMULATOR = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))
/** Programs 1 and 2 of 80 s; plan 1 runs the first all day. */
const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
  ...{ Pr2_X1: 20, Pr2_X2: 30, Pr2_X3: 15, Start_Pr2_X1: 0, Start_Pr2_X2: 25, Start_Pr2_X3: 60 },
}
/** What a watcher learns in its first minutes: until then zeros are not yet called dark. */
const LEARNED = { display: displayTexts(uniformDisplay(FULL)), control: { kind: 'fixed' } }
/** Junctions of a rollout: of program 1, which no plan runs any more, so that their signals stay. */
const ROLLOUT = 50
const ROLLED_OUT = { Pr1_X3: 14 }
const RECORDED_DAYS = 30
const AT_ONCE = 10
const PAGE_SIZE = 200
const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 500

/** A watched city. */
export class SmallCity {
  readonly #api: Api
  readonly #platform: PlatformProcess
  readonly #devices: readonly MadeDevice[]
  readonly #folder = mkdtempSync(join(tmpdir(), 'greenwave-soak-'))
  #controllers: ChildProcess | undefined

  private constructor(api: Api, platform: PlatformProcess, devices: readonly MadeDevice[]) {
    this.#api = api
    this.#platform = platform
    this.#devices = devices
  }

  /** Builds a city on a platform with a watcher; resolves when all junctions are evaluated. */
  static async build(platform: PlatformProcess, target: Target, count: number): Promise<SmallCity> {
    const api = await adminOf(target)
    const city = new SmallCity(api, platform, await makeDevices(api, count))
    await city.#each(async ({ id }) => {
      await api.writeAttributes(id, 'SHARED_SCOPE', SETTINGS)
      await api.writeAttributes(id, 'SERVER_SCOPE', { [LEARNED_KEY]: LEARNED })
    })
    city.startControllers()
    await city.eventually(async () => count - (await city.#evaluated()))
    return city
  }

  /** Starts all controllers. */
  startControllers(): void {
    const file = join(this.#folder, 'controllers.csv')
    const lines = this.#devices.map(({ login: { clientId, userName, password } }) =>
      [clientId, clientId, userName, password].join(),
    )
    writeFileSync(file, `name,clientId,userName,password\n${lines.join('\n')}\n`)
    const args = ['--url', this.#platform.mqttUrl, '--credentials', file, '--quiet']
    this.#controllers = spawn(process.execPath, [SIMULATOR, ...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  }

  /** Cuts the power of all controllers. */
  async cutPower(): Promise<void> {
    const controllers = this.#controllers
    if (!controllers || controllers.exitCode !== null || controllers.signalCode !== null) return
    controllers.kill('SIGKILL')
    await once(controllers, 'exit')
  }

  /** Sets the faults of the first so many controllers. */
  cause(count: number, ...faults: readonly string[]): void {
    for (const { login } of this.#devices.slice(0, count)) this.#controllers?.send({ name: login.clientId, faults })
  }

  /** Changes the plan of all controllers. */
  changePlan(): Promise<void> {
    return this.#each(({ id }) => this.#api.writeAttributes(id, 'SHARED_SCOPE', { P1_Pr: 2 }))
  }

  /** Rolls a value out to some junctions; resolves with the number of those that did not take it. */
  async rollOut(): Promise<number> {
    const ids = this.#devices.slice(0, ROLLOUT).map(({ id }) => id)
    const { taken } = await rollOutAtOnce(this.#api.call, ids, ROLLED_OUT, 'soak')
    return ids.length - taken
  }

  /** Stores what a watcher would have counted of a month; each junction lacks other seconds of each day. */
  async recordMonth(): Promise<void> {
    await this.#each(async ({ id }, nth) => {
      const days = daysOf(monthBefore(Date.now())).map((dayMs) => {
        const untilMs = nextMidnight(dayMs)
        const sums = { ...NO_SUMS, expected: (untilMs - dayMs) / 1000, missing: nth + 1, fromMs: dayMs, dayMs, untilMs }
        return { ts: dayMs, values: { [DAY_KEY]: writeDaySums(sums) } }
      })
      await this.#api.call('saveTimeseries', { params: { ...ofDevice(id), scope: 'ANY' }, body: days })
    })
  }

  /** Reads that month as a report does; resolves with the number of days that are missing or another junction's. */
  async readMonth(): Promise<number> {
    let wrong = 0
    const nowMs = Date.now()
    await this.#each(async ({ id }, nth) => {
      const { days } = await fetchSpan({ call: this.#api.call, deviceId: id }, monthBefore(nowMs), { nowMs })
      wrong += RECORDED_DAYS - days.filter(({ missing }) => missing === nth + 1).length
    })
    return wrong
  }

  /** Returns all alarms of the city, active or over. */
  async alarms(): Promise<readonly AlarmInfo[]> {
    const ids = new Set(this.#devices.map(({ id }) => id))
    const alarms: AlarmInfo[] = []
    for (let page = 0, hasNext = true; hasNext; page += 1) {
      const found = await this.#api.call('alarmsV2', { query: { pageSize: PAGE_SIZE, page } })
      alarms.push(...found.data.filter(({ originator }) => ids.has(originator.id)))
      hasNext = found.hasNext
    }
    return alarms
  }

  /** Waits until so many alarms of a type are active; resolves with the number of those that are missing or too many. */
  untilActive(type: string, count: number): Promise<number> {
    return this.eventually(async () => {
      const alarms = await this.alarms()
      return Math.abs(count - alarms.filter((alarm) => alarm.type === type && !alarm.cleared).length)
    })
  }

  /** Returns the recorded events of all junctions. */
  async events(): Promise<readonly JunctionEvent[]> {
    const events: JunctionEvent[] = []
    const query = {
      keys: EVENT_KEY,
      startTs: '0',
      endTs: String(Date.now()),
      limit: '1000',
      useStrictDataTypes: 'true',
    }
    await this.#each(async ({ id }) => {
      const { [EVENT_KEY]: values = [] } = await this.#api.call('timeseries', { params: ofDevice(id), query })
      events.push(...values.flatMap(({ value }) => parseEvent(value) ?? []))
    })
    return events
  }

  /** Waits until nothing is missing; resolves with what is still missing when it took too long. */
  async eventually(missing: () => Promise<number>): Promise<number> {
    const untilMs = performance.now() + PATIENCE_MS
    for (;;) {
      // A platform that was just killed does not answer.
      const left = await missing().catch(() => Number.POSITIVE_INFINITY)
      if (left === 0 || performance.now() > untilMs) return left
      await pause(LOOK_EVERY_MS)
    }
  }

  async end(): Promise<void> {
    await this.cutPower()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #evaluated(): Promise<number> {
    const asset = await this.#api.call('assetByName', { query: { assetName: WATCH_ASSET_NAME } })
    const params = { entityType: 'ASSET', entityId: asset.id.id, scope: 'SERVER_SCOPE' }
    const [found] = await this.#api.call('attributes', { params })
    const pulse = parsePulse(found?.value)
    return (pulse?.levels ?? []).reduce((sum, count) => sum + count, 0) - (pulse?.unknown ?? 0)
  }

  async #each(work: (device: MadeDevice, nth: number) => Promise<void>): Promise<void> {
    const waiting = this.#devices.entries()
    const worker = async (): Promise<void> => {
      for (const [nth, device] of waiting) await work(device, nth)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
}

/** Returns the days before yesterday, which a watcher does not count any more. */
function monthBefore(nowMs: number) {
  const untilMs = midnightOf(midnightOf(nowMs) - DAY_MS)
  return { fromMs: midnightOf(untilMs - RECORDED_DAYS * DAY_MS), untilMs }
}

/** Returns the process id of a platform's watcher; 0 if there is none. */
export function watcherPidOf(platform: PlatformProcess): number {
  const pid = platform.pid()
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
  } catch {
    return 0
  }
}
