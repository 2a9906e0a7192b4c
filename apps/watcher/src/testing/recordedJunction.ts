/** @file A junction that is recorded: a controller, a platform that keeps what it is sent, and watchers. */
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { ApiError } from '@greenwave/client/callErrors'
import { parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt, secondsOfDay } from '@greenwave/controller/deviceClock'
import { type EngineState, step } from '@greenwave/controller/engine/engine'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import { litAt } from '@greenwave/observer/cycle'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { WINDOW_MS } from '@greenwave/observer/recordWindow'
import { RULES } from '@greenwave/observer/rules/table'
import { EIGHT, SCENE_SETTINGS } from '@greenwave/observer/testing/scene'
import { vi } from 'vitest'
import { JunctionRecords } from '../acts/junctionRecords.ts'
import { RecordBudget } from '../acts/recordBudget.ts'
import type { FrameData } from '../intake/frameValues.ts'
import { fetchNewest } from '../intake/missedSeconds.ts'
import { WatchedJunction } from '../intake/watchedJunction.ts'

type Values = Readonly<Record<string, unknown>>
const observer = createObserver(RULES, learned)
const SPREAD_MS = 60_000
const PULSE_EVERY_MS = 60_000

/** Returns the newest value as the platform says it, without a text where there is none. */
function newestOf(values: ReadonlyMap<number, unknown>): { ts: number; value: string } {
  const ts = Math.max(0, ...values.keys())
  const value = values.get(ts)
  return { ts, value: value === undefined ? '' : JSON.stringify(value) }
}

/** A platform with one controller, and a watcher now and then, in simulated time. */
export class RecordedJunction {
  nowMs: number
  readonly raw = new Map<number, Values>()
  readonly records = new Map<number, unknown>()
  readonly events = new Map<number, unknown>()
  readonly recordedSettings = new Map<number, unknown>()
  readonly writes: number[] = []
  readonly onFull = vi.fn()
  readonly onRefused = vi.fn()
  /** The status with which everything is answered; undefined: as it should be. */
  fails: number | undefined
  keepsHistory = true
  /** Whether what was missed is read; otherwise it waits, as it does behind that of thousands of others. */
  reads = true
  settings: Values
  readonly #changedMs: Record<string, number>
  /** When the last watcher wrote its pulse, platform's time. */
  #watchedUntilMs = 0
  readonly #linkedMs: number
  #state: EngineState | null = null
  #watched: WatchedJunction | undefined
  #records: JunctionRecords | undefined
  #latest: FrameData = {}
  #overtaken: Values | undefined

  /**
   * @param startMs the simulated time begins here, epoch milliseconds
   * @param aheadMs so far ahead was the platform's clock when it took what it says of the junction, milliseconds
   */
  constructor(startMs = EIGHT, settings: Values = SCENE_SETTINGS, aheadMs = 0) {
    this.nowMs = startMs
    this.settings = { ...settings }
    this.#changedMs = Object.fromEntries(Object.keys(settings).map((key) => [key, startMs - 3600_000 + aheadMs]))
    this.#linkedMs = startMs - 5000 + aheadMs
  }

  readonly #call = playedCalls((name, { query, body }) => {
    if (this.fails) throw new ApiError(this.fails)
    if (name === 'saveTimeseries') return this.#save(body as { ts: number; values: Values }[])
    const kept = { gw_cycle: this.records, gw_settings: this.recordedSettings, gw_event: this.events }
    if (name === 'findEntities') {
      const latest = { TIME_SERIES: Object.fromEntries(Object.entries(kept).map(([key, of]) => [key, newestOf(of)])) }
      return { data: [{ entityId: { entityType: 'DEVICE', id: 'a' }, latest }], hasNext: false }
    }
    const { startTs, endTs, agg, keys = '', limit } = query as Readonly<Record<string, string>>
    const isIn = ([ts]: readonly [number, unknown]): boolean => ts >= Number(startTs) && ts < Number(endTs)
    if (keys === 'gw_event' || keys === 'gw_settings') {
      return { [keys]: [...kept[keys]].filter(isIn).map(([ts, value]) => ({ ts, value })) }
    }
    if (limit === '1') {
      const [first] = [...this.raw].filter((sample) => this.keepsHistory && isIn(sample))
      return { [keys]: first ? [{ ts: first[0], value: '1' }] : [] }
    }
    const records = [...this.records].filter(isIn)
    if (agg === 'COUNT') return { gw_cycle: records.map(([ts]) => ({ ts: ts + WINDOW_MS / 2, value: '1' })) }
    const answer: Record<string, { ts: number; value: unknown }[]> = {
      gw_cycle: records.map(([ts, value]) => ({ ts, value: JSON.stringify(value) })),
    }
    for (const [ts, values] of this.keepsHistory ? [...this.raw].filter(isIn) : []) {
      for (const [key, value] of Object.entries(values)) {
        const before = answer[key] ?? []
        if (before.length < Number(limit)) answer[key] = before.concat({ ts, value: String(value) })
      }
    }
    return answer
  })

  #save(values: readonly { ts: number; values: Values }[]): void {
    for (const {
      ts,
      values: { gw_cycle, gw_event, gw_settings },
    } of values) {
      if (gw_cycle) this.writes.push(ts)
      if (gw_cycle) this.records.set(ts, gw_cycle)
      if (gw_event) this.events.set(ts, gw_event)
      if (gw_settings) this.recordedSettings.set(ts, gw_settings)
    }
  }

  /** Starts a watcher, which hears the snapshots at once. */
  watch(mostBytes?: number): this {
    const watched = new WatchedJunction({ id: 'a', customerId: null }, observer, () => {}, [], this.nowMs)
    const budget = new RecordBudget(this.onFull, mostBytes)
    const { onRefused } = this
    const watchedUntilMs = this.#watchedUntilMs
    const newest = async (id: string) => (await fetchNewest(this.#call, [id])).get(id)
    const deps = { call: this.#call, observer, now: () => this.nowMs, watchedUntilMs, budget, newest, onRefused }
    const records = new JunctionRecords(watched, deps, SPREAD_MS)
    watched.recorder = records
    this.#watched = watched
    this.#records = records
    return this.snapshots()
  }

  /** Sends the snapshots of all subscriptions, as after a connection was made. */
  snapshots(): this {
    const timed = (values: Values, ts?: number): FrameData =>
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, [[ts ?? this.#changedMs[key] ?? 0, String(value)]]]),
      )
    this.#watched?.receive('telemetry', this.#latest, this.nowMs)
    this.#watched?.receive(
      'SERVER_SCOPE',
      timed({ active: true, lastConnectTime: this.#linkedMs }, this.#linkedMs),
      this.nowMs,
    )
    this.#watched?.receive('SHARED_SCOPE', timed(this.settings), this.nowMs)
    this.#watched?.receive('CLIENT_SCOPE', timed(this.settings), this.nowMs)
    return this
  }

  set(change: Values): void {
    this.settings = { ...this.settings, ...change }
    for (const key of Object.keys(change)) this.#changedMs[key] = this.nowMs
    for (const scope of ['SHARED_SCOPE', 'CLIENT_SCOPE'] as const) {
      const data = Object.fromEntries(
        Object.entries(change).map(([key, value]) => [key, [[this.nowMs, String(value)]]]),
      )
      this.#watched?.receive(scope, data as FrameData, this.nowMs)
    }
  }

  /** The platform does not hear the controller any more, and has never seen its session end. */
  sweep(): void {
    this.#watched?.receive('SERVER_SCOPE', { active: [[this.nowMs, 'false']] }, this.nowMs)
  }

  lose(): void {
    this.#watched?.lose(this.nowMs)
  }

  /** The watcher is gone from one moment to the next. */
  kill(): this {
    if (this.#watched) this.#watchedUntilMs = Math.floor(this.nowMs / PULSE_EVERY_MS) * PULSE_EVERY_MS
    this.#watched = undefined
    this.#records = undefined
    return this
  }

  /** The watcher ends as it should. */
  async end(): Promise<this> {
    this.#records?.end()
    await this.#work()
    return this.kill()
  }

  /**
   * Lets seconds pass. `sends`: whether the controller is heard. `hears`: whether the watcher hears it. `isOvertaken`:
   * whether the sample of the last second arrives after the next one.
   */
  async run(seconds: number, { sends = true, hears = true, isOvertaken = false } = {}): Promise<this> {
    for (let count = 0; count < seconds; count += 1) {
      const time = localTimeAt(this.nowMs)
      this.#state = step(this.#state, parseSettings(this.settings), secondsOfDay(time))
      const values = { ...writeLamps(this.#state.lamps), ...writeDeviceTime(time) }
      if (isOvertaken && count === seconds - 1) this.#overtaken = values
      else if (sends) {
        this.#take(values, this.nowMs, hears)
        if (this.#overtaken) this.#take(this.#overtaken, this.nowMs + 50, hears)
        this.#overtaken = undefined
      }
      this.#watched?.tick(this.nowMs + 500)
      this.#records?.tick()
      await this.#work()
      this.nowMs += 1000
    }
    return this
  }

  #take(values: Values, ts: number, hears: boolean): void {
    this.raw.set(ts, values)
    this.#latest = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [[ts, String(value)]]]))
    if (hears) this.#watched?.receive('telemetry', this.#latest, ts)
  }

  async #work(): Promise<void> {
    const records = this.#records
    for (let turn = 0; records && turn < 200; turn += 1) {
      const read = () => (records.hasBegun ? records.writeMissed() : records.begin())
      const isRead = records.hasMissed && (this.reads || !records.hasBegun)
      const work = records.isDue ? records.write() : isRead ? read() : undefined
      if (!work) return
      const isDone = await work.then(
        () => true,
        () => false,
      )
      if (!isDone) return
    }
  }

  /** Returns the seconds that the records show, as the letters of their lamps by time. */
  shown(): ReadonlyMap<number, number> {
    const shown = new Map<number, number>()
    for (const [ts, value] of this.records) {
      const record = parseCycleRecord(ts, value)
      if (!record) throw new Error(`the record of ${ts} cannot be read`)
      for (let second = 0; second < record.seconds; second += 1) {
        const lit = litAt(record, second)
        if (lit !== null) shown.set(ts + second * 1000, lit)
      }
    }
    return shown
  }

  /** Returns the seconds that the platform was sent, in the same form. */
  sent(): ReadonlyMap<number, number> {
    return new Map(
      [...this.raw].map(([ts, values]) => [
        ts,
        LAMP_KEYS.reduce((lit, key, bit) => (Number(values[key]) > 0 ? lit | (1 << bit) : lit), 0),
      ]),
    )
  }
}
