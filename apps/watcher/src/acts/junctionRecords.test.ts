/** Records of a junction in simulated time: a controller, a platform that keeps what it is sent, and watchers. */
import { ApiError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import { readCycleRecord } from '@greenwave/contract/cycleRecords'
import { readEvent } from '@greenwave/contract/eventRecords'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt, secondsOfDay } from '@greenwave/controller/deviceClock'
import { type EngineState, step } from '@greenwave/controller/engine/engine'
import { readSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import { rounds } from '@greenwave/harness/rounds'
import { litAt } from '@greenwave/observer/cycle'
import { createObserver } from '@greenwave/observer/observer'
import { knownSeconds, WINDOW_MS } from '@greenwave/observer/recordWindow'
import { RULES } from '@greenwave/observer/rules/table'
import { EIGHT, SCENE_SETTINGS } from '@greenwave/observer/testing/scene'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { FrameData } from '../intake/frameValues.ts'
import { WatchedJunction } from '../intake/watchedJunction.ts'
import { JunctionRecords } from './junctionRecords.ts'
import { RecordBudget } from './recordBudget.ts'

type Values = Readonly<Record<string, unknown>>
const observer = createObserver(RULES)
const SPREAD_MS = 60_000

/** A platform with one controller, and a watcher now and then. */
class City {
  nowMs = EIGHT
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
  settings: Values = { ...SCENE_SETTINGS }
  #changedMs = EIGHT - 3600_000
  #state: EngineState | null = null
  #watched: WatchedJunction | undefined
  #records: JunctionRecords | undefined
  #latest: FrameData = {}

  readonly call = (async (name: string, args: { query?: Record<string, string>; body?: unknown }) => {
    if (this.fails) throw new ApiError(this.fails)
    if (name === 'saveTimeseries') return this.#save(args.body as { ts: number; values: Values }[])
    const { startTs = '', endTs = '', agg, keys } = args.query ?? {}
    if (keys === 'gw_settings') {
      return { gw_settings: [...this.recordedSettings].slice(-1).map(([ts, value]) => ({ ts, value })) }
    }
    const isIn = ([ts]: readonly [number, unknown]): boolean => ts >= Number(startTs) && ts < Number(endTs)
    const records = [...this.records].filter(isIn)
    if (agg === 'COUNT') return { gw_cycle: records.map(([ts]) => ({ ts: ts + WINDOW_MS / 2, value: '1' })) }
    const answer: Record<string, { ts: number; value: unknown }[]> = {
      gw_cycle: records.map(([ts, value]) => ({ ts, value: JSON.stringify(value) })),
    }
    for (const [ts, values] of this.keepsHistory ? [...this.raw].filter(isIn) : []) {
      for (const [key, value] of Object.entries(values)) {
        answer[key] = [...(answer[key] ?? []), { ts, value: String(value) }]
      }
    }
    return answer
  }) as unknown as CallApi

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
    const watched = new WatchedJunction({ id: 'a', name: 'a', customerId: null }, observer, () => {}, [], this.nowMs)
    const budget = new RecordBudget(this.onFull, mostBytes)
    const { call, onRefused } = this
    const deps = { call, observer, now: () => this.nowMs, budget, onRefused }
    const records = new JunctionRecords(watched, deps, SPREAD_MS)
    watched.onFolded = (before, after) => records.fold(before, after)
    this.#watched = watched
    this.#records = records
    return this.snapshots()
  }

  /** Sends the snapshots of all subscriptions, as after a connection was made. */
  snapshots(): this {
    const timed = (values: Values, ts: number): FrameData =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [[ts, String(value)]]]))
    this.#watched?.receive('telemetry', this.#latest, this.nowMs)
    this.#watched?.receive(
      'SERVER_SCOPE',
      timed({ active: true, lastConnectTime: EIGHT - 5000 }, EIGHT - 5000),
      this.nowMs,
    )
    this.#watched?.receive('SHARED_SCOPE', timed(this.settings, this.#changedMs), this.nowMs)
    this.#watched?.receive('CLIENT_SCOPE', timed(this.settings, this.#changedMs), this.nowMs)
    return this
  }

  set(change: Values): void {
    this.settings = { ...this.settings, ...change }
    this.#changedMs = this.nowMs
    for (const scope of ['SHARED_SCOPE', 'CLIENT_SCOPE'] as const) {
      const data = Object.fromEntries(
        Object.entries(change).map(([key, value]) => [key, [[this.nowMs, String(value)]]]),
      )
      this.#watched?.receive(scope, data as FrameData, this.nowMs)
    }
  }

  lose(): void {
    this.#watched?.lose(this.nowMs)
  }

  /** The watcher is gone from one moment to the next. */
  kill(): this {
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

  /** Lets seconds pass. `sends`: whether the controller is heard. `hears`: whether the watcher hears it. */
  async run(seconds: number, { sends = true, hears = true } = {}): Promise<this> {
    for (let count = 0; count < seconds; count += 1) {
      const time = localTimeAt(this.nowMs)
      this.#state = step(this.#state, readSettings(this.settings), secondsOfDay(time))
      const values = { ...writeLamps(this.#state.lamps), ...writeDeviceTime(time) }
      if (sends) {
        this.raw.set(this.nowMs, values)
        const ts = this.nowMs
        this.#latest = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [[ts, String(value)]]]))
        if (hears) this.#watched?.receive('telemetry', this.#latest, this.nowMs)
      }
      this.#watched?.tick(this.nowMs + 500)
      this.#records?.tick()
      await this.#work()
      this.nowMs += 1000
    }
    return this
  }

  async #work(): Promise<void> {
    const records = this.#records
    for (let turn = 0; records && turn < 200; turn += 1) {
      const work = records.isDue ? records.write() : records.hasMissed ? records.writeMissed() : undefined
      if (!work) return
      if (
        !(await work.then(
          () => true,
          () => false,
        ))
      )
        return
    }
  }

  /** Returns the seconds that the records show, as the letters of their lamps by time. */
  shown(): ReadonlyMap<number, number> {
    const shown = new Map<number, number>()
    for (const [ts, value] of this.records) {
      const record = readCycleRecord(ts, value)
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
    const keys = ['T_D1', 'T_V1', 'T_X1', 'T_D2', 'T_V2', 'T_X2', 'T_D3', 'T_V3', 'T_X3']
    return new Map(
      [...this.raw].map(([ts, values]) => [
        ts,
        keys.reduce((lit, key, bit) => (Number(values[key]) > 0 ? lit | (1 << bit) : lit), 0),
      ]),
    )
  }
}

/** What an uninterrupted watcher records in the same time. */
async function undisturbed(seconds: number): Promise<ReadonlyMap<number, unknown>> {
  const city = new City().watch()
  await (await city.run(seconds)).end()
  return city.records
}

describe('the records of a junction', () => {
  test('are one value for each quarter of an hour, written once, some time after its end', async () => {
    const city = new City().watch()
    await city.run(3 * 900 + 95)
    expect(city.writes).toEqual([EIGHT, EIGHT + WINDOW_MS, EIGHT + 2 * WINDOW_MS])
    expect(city.records.get(EIGHT + WINDOW_MS)).toMatchObject({ v: 1 })
    expect(city.shown()).toEqual(new Map([...city.sent()].filter(([ts]) => ts < EIGHT + 3 * WINDOW_MS)))
  })

  test('a watcher that ends writes what it has so far, and the next one goes on at the same time', async () => {
    const city = new City().watch()
    await (await city.run(400)).end()
    expect(city.writes).toEqual([EIGHT])
    await city.run(20)
    city.watch()
    await city.run(900)
    expect(city.writes).toEqual([EIGHT, EIGHT])
    expect(city.records).toEqual(new Map([...(await undisturbed(1800))].slice(0, 1)))
  })

  test(
    'killed, restarted, deaf or behind at any time, watchers leave the records that one that never slept leaves',
    async () => {
      const anyMishap = fc.record({
        kind: fc.constantFrom('kill', 'end', 'deaf', 'lost', 'full') as fc.Arbitrary<
          'kill' | 'end' | 'deaf' | 'lost' | 'full'
        >,
        after: fc.integer({ min: 1, max: 700 }),
        lasts: fc.integer({ min: 1, max: 500 }),
      })
      const total = 4 * 900
      const expected = [...(await undisturbed(total))].slice(0, 3)
      await fc.assert(
        fc.asyncProperty(fc.array(anyMishap, { minLength: 1, maxLength: 4 }), async (mishaps) => {
          const city = new City().watch()
          const left = (): number => total - (city.nowMs - EIGHT) / 1000
          for (const { kind, after, lasts } of mishaps) {
            await city.run(Math.min(left(), after))
            const time = Math.min(left(), lasts)
            if (kind === 'kill') (await city.kill().run(time)).watch()
            else if (kind === 'end') (await (await city.end()).run(time)).watch()
            else if (kind === 'deaf') await city.run(time, { hears: false })
            else if (kind === 'full') {
              city.fails = 503
              await city.run(time)
              city.fails = undefined
            } else {
              city.lose()
              await city.run(time, { hears: false })
              city.snapshots()
            }
          }
          await city.run(left())
          await city.run(200)
          expect([...city.records].sort(([a], [b]) => a - b).slice(0, 3)).toEqual(expected)
        }),
        { numRuns: rounds({ few: 8, all: 300 }) },
      )
    },
    120_000 * rounds({ few: 1, all: 5 }),
  )

  test('of two watchers at once are the same values at the same times', async () => {
    const one = new City().watch()
    await one.run(130)
    // The second one begins later, and writes over what the first one wrote.
    const other = new City()
    await other.run(130)
    other.watch()
    await one.run(1900)
    await other.run(1900)
    expect(other.records).toEqual(one.records)
  })

  test('seconds that nobody has are missing, and are asked for once', async () => {
    const city = new City().watch()
    await city.run(300)
    await city.run(100, { sends: false })
    await city.run(900)
    const record = readCycleRecord(EIGHT, city.records.get(EIGHT))
    expect(record && knownSeconds(record)).toBe(800)
    expect(city.writes).toEqual([EIGHT])
  })

  test('samples that come late are in the record', async () => {
    const city = new City().watch()
    await city.run(300)
    await city.run(100, { hears: false })
    await city.run(900)
    expect([...city.shown().keys()].filter((ts) => ts < EIGHT + WINDOW_MS)).toHaveLength(900)
  })

  test('a platform that keeps no history has what was seen, and a record never becomes poorer', async () => {
    const city = new City().watch()
    city.keepsHistory = false
    await (await city.run(700)).end()
    const before = city.records.get(EIGHT)
    city.watch()
    await city.run(400)
    expect(city.records.get(EIGHT)).toEqual(before)
    await city.kill().run(900)
    city.watch()
    await city.run(200)
    expect([...city.records.keys()]).toEqual([EIGHT])
  })

  test('before a change of settings that nobody saw no plan is claimed; after it the plan is known', async () => {
    const city = new City().watch()
    await city.run(950)
    city.kill()
    await city.run(300)
    city.set({ Pr1_X1: 35, Start_Pr1_X2: 40, Start_Pr1_X3: 65 })
    await city.run(300)
    city.watch()
    await city.run(500)
    const cycles = readCycleRecord(EIGHT + WINDOW_MS, city.records.get(EIGHT + WINDOW_MS))?.cycles ?? []
    const programAt = (second: number) => cycles.findLast((one) => one.second <= second)?.program
    expect([programAt(10), programAt(300), programAt(600), programAt(880)]).toEqual([null, null, 1, 1])
    expect(city.shown().size).toBe(1800)
  })

  test('a refusal is told, and what is refused is not repeated', async () => {
    const city = new City().watch()
    await city.run(20)
    city.fails = 403
    await city.run(1500)
    expect([city.records.size, city.onRefused.mock.calls.length > 0]).toEqual([0, true])
    city.fails = undefined
    await city.run(100)
    expect(city.writes).toEqual([])
  })

  test('where no memory is left for what waits, it is said, and read from the platform later', async () => {
    const city = new City().watch(1000)
    await city.run(800)
    city.fails = 500
    await city.run(3000)
    expect(city.onFull).toHaveBeenCalled()
    city.fails = undefined
    await city.run(200)
    const expected = [...(await undisturbed(5000))].slice(0, 4)
    expect([...city.records].sort(([a], [b]) => a - b).slice(0, 4)).toEqual(expected)
  })
})

describe('the settings of a junction', () => {
  test('are recorded once as they are, and at each change, whoever watches', async () => {
    const city = new City().watch()
    await city.run(30)
    const [[first, value] = []] = city.recordedSettings
    expect([city.recordedSettings.size, first]).toEqual([1, EIGHT - 3600_000])
    expect(value).toMatchObject({ v: 1, reported: { Mode: 4, Pr1_X1: 30 } })
    const changedMs = city.nowMs
    city.set({ Pr1_X1: 35 })
    await city.run(2)
    await city.kill().run(10)
    city.watch()
    await city.run(30)
    expect([...city.recordedSettings.keys()]).toEqual([EIGHT - 3600_000, changedMs])
    expect(city.recordedSettings.get(changedMs)).toMatchObject({ reported: { Mode: 4, Pr1_X1: 35 } })
  })
})

describe('the events of a junction', () => {
  test('are its mode and plan as they change, each once, whoever watches', async () => {
    const city = new City().watch()
    await city.run(100)
    city.set({ Mode: 1 })
    await city.run(200)
    city.set({ Mode: 4 })
    await city.run(200)
    const events = [...city.events.values()].map(readEvent)
    expect(events.map((event) => event?.kind === 'mode' && event.mode).filter((mode) => mode !== false)).toEqual([1, 4])
    expect(events.filter((event) => event?.kind === 'plan')).toMatchObject([
      { plan: null, program: null },
      { plan: 1, program: 1 },
    ])
    for (const [ts, event] of city.events) expect(Math.abs(ts - (readEvent(event)?.at ?? 0))).toBeLessThan(1000)
    const before = new Map(city.events)
    city.kill()
    await city.run(30)
    city.watch()
    await city.run(60)
    expect(city.events).toEqual(before)
  })
})
