/**
 * @file Signals written from the readings R1-R16 and §9 alone, without the engine: any display, fixed or actuated control,
 * changes of settings, plan and mode, reconnects and restarts. Each second becomes inputs of an observer.
 */
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Counts } from '../counts.ts'
import type { Input } from './history.ts'
import { DAY, plainValues } from './independentController.ts'
import type { PlainDisplays } from './plainDisplay.ts'
import { PlainLights, type PlainLimits, type PlainSettings } from './plainLights.ts'

/** What signals are, besides their settings. */
export interface PlainKind {
  readonly displays: PlainDisplays
  /** Null: fixed control. */
  readonly limits: PlainLimits | null
}

/** Seconds by which the controllers' zone is ahead of UTC. */
const ZONE_SECONDS = 7 * 3600

/** Signals in simulated time, with their connection. */
export class IndependentSignals {
  readonly lights: PlainLights
  readonly #tell: (input: Input) => void
  readonly #random: () => number
  /** What is reported of the settings that run. */
  #settings: PlainSettings
  #second: number
  #connected = false
  /** False while network or platform are away. */
  reachable = true
  /** Fault of what is sent; null: no sample. */
  countFault: ((counts: Counts, second: number) => Counts | null) | undefined
  /** Seconds by which the clock is ahead; null: none is sent. */
  aheadSeconds: number | null = 0
  /** Whether settings that are sent are applied and reported. */
  takes = true
  #shared: TimedValues
  #client: TimedValues

  /**
   * @param second Unix time of the first second
   * @param random returns 0 to below 1
   */
  constructor(
    settings: PlainSettings,
    { displays, limits }: PlainKind,
    second: number,
    tell: (input: Input) => void,
    random: () => number,
  ) {
    this.lights = new PlainLights(settings, displays, limits, random)
    this.#settings = settings
    this.#second = second
    this.#tell = tell
    this.#random = random
    this.#shared = timed({}, valuesOf(settings), second * 1000 - 7_200_000)
    this.#client = this.#shared
  }

  get nowMs(): number {
    return this.#second * 1000
  }

  /** Writes settings as an administrator does. */
  set(change: Partial<PlainSettings>): void {
    this.#shared = timed(this.#shared, valuesOf({ ...this.#settings, ...change }), this.nowMs)
    if (this.takes) {
      this.#settings = { ...this.#settings, ...change }
      this.lights.settings = this.#settings
      this.#report()
    }
    if (this.#connected) this.#sayAttributes()
  }

  /** Fault: runs other settings than those that are reported; null: as reported. */
  deviate(change: Partial<PlainSettings> | null): void {
    this.lights.settings = { ...this.#settings, ...change }
  }

  /** Takes the power away for some seconds. */
  restart(seconds: number): void {
    this.#connect(false)
    this.lights.powerOff()
    for (let count = 0; count < seconds; count += 1) this.#pass()
  }

  /** The observer itself was away. */
  gap(): void {
    this.#tell({ kind: 'gap', atMs: this.nowMs })
  }

  /** Tells an observer that begins anew what it reads first. */
  tellState(): void {
    this.#tell({ kind: 'link', link: { connected: this.#connected, sinceMs: this.nowMs }, atMs: this.nowMs })
    this.#sayAttributes()
  }

  /** Lets seconds pass. */
  run(seconds: number): void {
    for (let count = 0; count < seconds; count += 1) {
      const clockSecond = this.#second + (this.aheadSeconds ?? 0)
      const { effect } = this.lights
      const counts = this.lights.next((clockSecond + ZONE_SECONDS) % DAY)
      if (this.lights.effect !== effect) {
        this.#report()
        if (this.#connected) this.#sayAttributes()
      }
      this.#connect(this.reachable)
      if (this.#connected) this.#send(counts, this.aheadSeconds === null ? null : clockSecond * 1000)
      this.#pass()
    }
  }

  #send(counts: Counts, clockMs: number | null): void {
    const sent = this.countFault ? this.countFault(counts, this.#second) : counts
    const ts = this.nowMs + 100 + Math.floor(this.#random() * 400)
    if (sent) this.#tell({ kind: 'message', message: { ts, counts: sent, clockMs, receivedMs: ts } })
  }

  #pass(): void {
    this.#tell({ kind: 'tick', atMs: this.nowMs + 999 })
    this.#second += 1
  }

  #connect(connected: boolean): void {
    if (connected === this.#connected) return
    this.#connected = connected
    this.#tell({ kind: 'link', link: { connected, sinceMs: this.nowMs }, atMs: this.nowMs })
    if (connected) this.#sayAttributes()
  }

  #sayAttributes(): void {
    this.#tell({ kind: 'attributes', attributes: { shared: this.#shared, client: this.#client }, atMs: this.nowMs })
  }

  #report(): void {
    const { mode, plan, program } = this.lights.effect
    const values = { ...valuesOf(this.#settings), Mode: mode, Plan: plan, Program: program }
    this.#client = timed(this.#client, values, this.nowMs)
  }
}

function valuesOf(settings: PlainSettings): Readonly<Record<string, number>> {
  return { ...plainValues(settings), Mode: settings.mode }
}

/** Returns values with their times: the old ones where a value stays. */
function timed(before: TimedValues, values: Readonly<Record<string, number>>, ts: number): TimedValues {
  const entries = Object.entries(values).map(([key, value]) => {
    const old = before[key]
    return [key, old?.value === value ? old : { ts, value }] as const
  })
  return { ...before, ...Object.fromEntries(entries) }
}
