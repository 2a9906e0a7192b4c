/** @file The junctions of a corridor with their controllers, second by second, and what a watcher makes of them. */
import type { Corridor } from '@greenwave/contract/records/corridors'
import type { Wave } from '@greenwave/contract/records/waves'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt, secondOfDayAt } from '@greenwave/controller/deviceClock'
import { type EngineState, step } from '@greenwave/controller/engine/engine'
import { reportInEffect } from '@greenwave/controller/reported'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { RULES } from '@greenwave/observer/rules/table'
import { EIGHT } from '@greenwave/observer/testing/scene'
import type { FrameData } from '../intake/frameValues.ts'
import { WatchedJunction } from '../intake/watchedJunction.ts'
import { GreensSeen } from '@greenwave/coordination/observed/GreensSeen'
import type { WaveJunction } from '@greenwave/coordination/observed/evaluatedCycle'
import {
  type BrokenWave,
  type KeptWave,
  NOTHING_KEPT,
  WaveEvaluator,
} from '@greenwave/coordination/observed/WaveEvaluator'

type Values = Readonly<Record<string, number | boolean>>
const observer = createObserver(RULES, learned)

/** Program 1 of 40 s all day: the street has green for 15 s. */
const SETTINGS: Values = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 15, Pr1_X2: 15, Pr1_X3: 0, Start_Pr1_X1: 0, Start_Pr1_X2: 20, Start_Pr1_X3: 0 },
}

/** A controller of the street. */
class Controller {
  aheadSeconds = 0
  isConnected = true
  /** Whether it takes and reports what it is sent. */
  takes = true
  shared: Values
  #runs: Values
  #state: EngineState | null = null
  #said = ''
  readonly watched: WatchedJunction
  readonly greens = new GreensSeen([1, 2, 3])

  constructor(id: string, shared: Values, nowMs: number) {
    this.shared = shared
    this.#runs = shared
    this.watched = new WatchedJunction({ id, customerId: null }, observer, () => {}, [], nowMs)
    this.watched.greens = this.greens
    this.watched.receive('telemetry', {}, nowMs)
    this.watched.receive('SERVER_SCOPE', frame({ active: true, lastConnectTime: nowMs - 60_000 }, nowMs), nowMs)
    this.watched.receive('SHARED_SCOPE', frame(shared, nowMs - 7_200_000), nowMs)
    this.watched.receive('CLIENT_SCOPE', frame(shared, nowMs - 7_200_000), nowMs)
  }

  set(change: Values, nowMs: number): void {
    this.shared = { ...this.shared, ...change }
    this.watched.receive('SHARED_SCOPE', frame(change, nowMs), nowMs)
  }

  second(nowMs: number): void {
    if (this.takes) this.#runs = this.shared
    const shownMs = nowMs + this.aheadSeconds * 1000
    this.#state = step(this.#state, parseSettings(this.#runs), secondOfDayAt(shownMs))
    if (this.isConnected) this.#say(nowMs, shownMs, this.#state)
    this.watched.tick(nowMs + 500)
  }

  #say(nowMs: number, shownMs: number, state: EngineState): void {
    const reported = { ...this.#runs, ...reportInEffect(state) }
    if (JSON.stringify(reported) !== this.#said) this.watched.receive('CLIENT_SCOPE', frame(reported, nowMs), nowMs)
    this.#said = JSON.stringify(reported)
    const values = { ...writeLamps(state.lamps), ...writeDeviceTime(localTimeAt(shownMs)) }
    this.watched.receive('telemetry', frame(values, nowMs), nowMs)
  }
}

/** A street of three junctions, each 10 s after the one before at 36 km/h, with offsets that make a wave of 15 s. */
export class WaveStreet {
  nowMs: number
  readonly controllers: readonly Controller[]
  readonly content: Corridor
  judge: WaveEvaluator
  /** What happened to the incident, as texts. */
  readonly events: string[] = []

  constructor(settings: (nth: number) => Values = () => ({}), nowMs = EIGHT) {
    this.nowMs = nowMs
    const ids = [0, 1, 2].map((nth) => `5b1d0f20-8c1e-11f0-9a55-00000000000${nth}`)
    this.content = {
      junctions: ids.map((device, nth) => ({
        device,
        distance: nth === 0 ? null : 100,
        speed: { outbound: 36, inbound: null },
        phase: { outbound: 1, inbound: null },
      })),
    }
    this.controllers = ids.map(
      (id, nth) => new Controller(id, { ...SETTINGS, Offset_Pr1: nth * 10, ...settings(nth) }, this.nowMs),
    )
    this.judge = new WaveEvaluator(this.content, NOTHING_KEPT, this.nowMs)
  }

  get wave(): Wave {
    return this.judge.wave(this.nowMs)
  }

  get broken(): BrokenWave | null {
    return this.judge.broken
  }

  /** The states of the cycles that were judged last. */
  get states(): readonly string[] {
    return this.wave.cycles.map(({ state }) => state)
  }

  /** Starts a watcher anew: it has only what the one before wrote. */
  restart(kept: KeptWave = { wave: this.wave, days: this.judge.days, open: this.broken }): void {
    const wave = kept.wave && JSON.parse(JSON.stringify(kept.wave))
    this.judge = new WaveEvaluator(this.content, { ...kept, wave }, this.nowMs)
  }

  controller(nth: number): Controller {
    const found = this.controllers[nth]
    if (!found) throw new Error(`there is no junction ${nth}`)
    return found
  }

  /** Says what the platform says of the connection of a junction. */
  connect(nth: number, isConnected: boolean): void {
    const one = this.controller(nth)
    one.isConnected = isConnected
    const values = isConnected ? { lastConnectTime: this.nowMs } : { lastDisconnectTime: this.nowMs }
    one.watched.receive('SERVER_SCOPE', frame(values, this.nowMs), this.nowMs)
  }

  /** Writes what an engineer notes of a junction. */
  note(nth: number, site: object): void {
    this.controller(nth).watched.receive(
      'SERVER_SCOPE',
      frame({ gw_site: JSON.stringify(site) }, this.nowMs),
      this.nowMs,
    )
  }

  /** Writes what the watcher notes of the kind of day of a junction, and the settings of its kinds. */
  noteKind(nth: number, note: object, kinds: object): void {
    const values = { gw_kind: JSON.stringify(note), gw_kinds: JSON.stringify({ calendar: 'city', kinds }) }
    this.controller(nth).watched.receive('SERVER_SCOPE', frame(values, this.nowMs), this.nowMs)
  }

  run(cycles: number): this {
    for (let second = 0; second < cycles * 40; second += 1) {
      for (const one of this.controllers) one.second(this.nowMs)
      const before = this.judge.broken
      this.judge.tick(this.#junctions, this.nowMs)
      const after = this.judge.broken
      if (!before && after) this.events.push(`raised: ${after.facts.cause}`)
      if (before && !after) this.events.push('cleared')
      this.nowMs += 1000
    }
    return this
  }

  get #junctions(): readonly WaveJunction[] {
    return this.controllers.map(({ watched, greens }, nth) => ({
      ...{ device: watched.id, junction: `Ngã tư ${nth}`, watched, greens },
      ...watched.kindOfDay(this.nowMs),
    }))
  }
}

function frame(values: Readonly<Record<string, unknown>>, ts: number): FrameData {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [[ts, String(value)]]]))
}
