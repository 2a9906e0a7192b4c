/** A controller with its engine, second by second, as the history that an observer is told of it. */

import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { type EngineState, step } from '@greenwave/controller/engine/engine'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { reportInEffect } from '@greenwave/controller/reported'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Counts } from '../counts.ts'
import type { Input } from './history.ts'

type Values = Readonly<Record<string, number>>

/** Program 1 of 80 s: greens 30, 20, 15 at 0, 35, 60. Program 2 of 60 s. Plan 1 all day. */
export const SCENE_SETTINGS: Values = {
  Mode: 4,
  Vang: 3,
  Do_cong: 2,
  Plan_total: 2,
  P1_HH: 0,
  P1_MM: 0,
  P1_Pr: 1,
  P1_ENT: 1,
  P2_ENT: 0,
  Pr1_X1: 30,
  Pr1_X2: 20,
  Pr1_X3: 15,
  Start_Pr1_X1: 0,
  Start_Pr1_X2: 35,
  Start_Pr1_X3: 60,
  Pr2_X1: 25,
  Pr2_X2: 25,
  Start_Pr2_X1: 0,
  Start_Pr2_X2: 30,
}

/** 08:00:00 in the controllers' zone, a whole number of 80-second cycles after midnight. Epoch milliseconds. */
export const EIGHT = Date.UTC(2026, 10, 22, 1, 0, 0)

/** Changes what a second shows; null: no sample arrives. */
export type Distortion = (counts: Counts, second: number) => Counts | null

/** A controller whose seconds are told to an observer. */
export class Scene {
  readonly history: Input[] = []
  #nowMs: number
  #shared: Values
  #settings: ControllerSettings
  #state: EngineState | null = null
  #told: { shared: TimedValues; client: TimedValues } = { shared: {}, client: {} }
  /** Seconds by which its clock is ahead; undefined: it shows none. */
  aheadSeconds: number | undefined = 0
  /** Whether it applies and reports what it is sent. */
  takes = true
  /** Whether it reports anything. */
  reports = true

  constructor(shared: Values = SCENE_SETTINGS, startMs = EIGHT) {
    this.#nowMs = startMs
    this.#shared = shared
    this.#settings = parseSettings(shared)
    this.link(true)
    // Nothing has changed for long.
    const ts = startMs - 7200_000
    this.#told = { shared: timed({}, shared, ts), client: timed({}, shared, ts) }
    this.#tell()
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** Writes shared attributes, which the controller takes at once. */
  set(change: Values): void {
    const shared = { ...plain(this.#told.shared), ...this.#shared, ...change }
    if (this.takes) this.#shared = { ...this.#shared, ...change }
    this.#settings = parseSettings(this.#shared)
    this.#told = { shared: timed(this.#told.shared, shared, this.#nowMs), client: this.#told.client }
    this.#report()
    this.#tell()
  }

  link(connected: boolean | null): void {
    this.history.push({ kind: 'link', link: { connected, sinceMs: this.#nowMs }, atMs: this.#nowMs })
  }

  notes(holdUntilMs: number | null): void {
    this.history.push({ kind: 'notes', notes: { holdUntilMs, mute: null }, atMs: this.#nowMs })
  }

  /** Deviates from the calendar since then; null: no more. */
  offCalendar(sinceMs: number | null): void {
    const offCalendar = sinceMs === null ? null : { sinceMs, runs: 'Friday', day: 'Saturday' }
    this.history.push({ kind: 'notes', notes: { holdUntilMs: null, mute: null, offCalendar }, atMs: this.#nowMs })
  }

  gap(): void {
    this.history.push({ kind: 'gap', atMs: this.#nowMs })
  }

  /** Lets seconds pass, each with a sample and a tick. */
  run(seconds: number, distort: Distortion = (counts) => counts): this {
    for (let count = 0; count < seconds; count += 1) this.#second(distort)
    return this
  }

  /** Lets seconds pass without any sample. */
  silence(seconds: number): this {
    return this.run(seconds, () => null)
  }

  #second(distort: Distortion): void {
    const shownMs = this.#nowMs + (this.aheadSeconds ?? 0) * 1000
    const secondOfDay = secondOfDayAt(shownMs)
    const before = this.#state
    this.#state = step(before, this.#settings, secondOfDay)
    const values = writeLamps(this.#state.lamps)
    const counts = distort(
      LAMP_KEYS.map((key) => values[key] ?? 0),
      secondOfDay,
    )
    const ts = this.#nowMs
    if (counts) {
      const clockMs = this.aheadSeconds === undefined ? null : shownMs
      this.history.push({ kind: 'message', message: { ts, counts, clockMs, receivedMs: ts } })
    }
    const { plan, program, mode } = this.#state
    if (!before || before.plan !== plan || before.program !== program || before.mode !== mode) {
      this.#report()
      this.#tell()
    }
    this.history.push({ kind: 'tick', atMs: ts + 500 })
    this.#nowMs += 1000
  }

  #report(): void {
    if (!this.reports) return
    const values = { ...this.#shared, ...(this.#state && reportInEffect(this.#state)) }
    this.#told = { ...this.#told, client: timed(this.#told.client, values, this.#nowMs) }
  }

  #tell(): void {
    this.history.push({ kind: 'attributes', attributes: this.#told, atMs: this.#nowMs })
  }
}

function plain(values: TimedValues): Values {
  return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, Number(value)]))
}

function timed(before: TimedValues, values: Values, ts: number): TimedValues {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const old = before[key]
      return [key, old?.value === value ? old : { ts, value }]
    }),
  )
}
