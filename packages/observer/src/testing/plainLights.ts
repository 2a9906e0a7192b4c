/** @file The lamps of independent signals, second by second, by R8-R12 and §9. */
import type { Counts } from '../counts.ts'
import { type PlainController, type PlainProgram, plainCycle, planAt } from './independentController.ts'
import { oneAfterAnother, type PaintedCycle, paint } from './plainCycle.ts'
import { GREEN, type PlainDisplays, type PlainLamp, RED, shownCounts, YELLOW } from './plainDisplay.ts'

/** What the lamps run. */
export interface PlainSettings extends Pick<PlainController, 'yellow' | 'redClearance' | 'programs' | 'plans'> {
  readonly mode: number
}

/** Shortest and longest green of actuated control, seconds. */
export type PlainLimits = readonly [shortest: number, longest: number]

const PHASES = [0, 1, 2] as const
/** Greens that begin again in a running cycle last at least this, seconds. */
const SHORTEST_REST = 5
const UNKNOWN: Counts = Array.from({ length: 9 }, () => -1)

type Stage =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'cycle'
      readonly cycle: PaintedCycle
      second: number
      /** Phases that stay red until their next green. */
      readonly waiting: readonly boolean[]
    }
  | { readonly kind: 'flash' }
  | { readonly kind: 'hold'; readonly phase: number }
  | { readonly kind: 'clear'; readonly yellow: readonly number[]; readonly red: number }

type Cycling = Extract<Stage, { kind: 'cycle' }>

/** Fault of the lamps: returns the lit ones of each phase. */
export type LampFault = (lamps: readonly PlainLamp[]) => readonly (readonly PlainLamp[])[]

/** Lamps, from power-on. */
export class PlainLights {
  readonly #displays: PlainDisplays
  readonly #random: () => number
  #settings: PlainSettings
  /** Limits of the greens; null: fixed control. */
  limits: PlainLimits | null
  fault: LampFault | undefined
  #stage: Stage = { kind: 'off' }
  #nextGreens: readonly number[] | null = null
  #painted = new Map<number, PaintedCycle>()
  /** (R14) In effect. */
  effect = { mode: 4, plan: 0, program: 0 }

  /** @param random returns 0 to below 1 */
  constructor(settings: PlainSettings, displays: PlainDisplays, limits: PlainLimits | null, random: () => number) {
    this.#settings = settings
    this.#displays = displays
    this.limits = limits
    this.#random = random
  }

  /** The mode that the lamps show: 0 flashing, 1 and 2 held, 4 otherwise. */
  get mode(): number {
    return this.#stage.kind === 'flash' ? 0 : this.#stage.kind === 'hold' ? this.#stage.phase + 1 : 4
  }

  set settings(settings: PlainSettings) {
    this.#settings = settings
    this.#painted = new Map()
  }

  powerOff(): void {
    this.#stage = { kind: 'off' }
  }

  /** Takes one step of R11 and R12 at a second of the day, and returns what the displays send. */
  next(now: number): Counts {
    const { mode, yellow, redClearance } = this.#settings
    const held = mode === 1 || mode === 2 ? mode - 1 : null
    const stage = this.#stage
    switch (stage.kind) {
      case 'off':
        this.#enter(now, true)
        break
      case 'cycle':
        if (mode === 0) this.#enter(now, false)
        else if (held !== null) this.#clear(leaving(stage, yellow), redClearance, now)
        else if (stage.second + 1 >= stage.cycle.length) this.#enter(now, false)
        else stage.second += 1
        break
      case 'flash':
        if (mode !== 0 && (held !== null || this.#running(now).program > 0)) {
          this.#clear([yellow, yellow, yellow], redClearance, now)
        } else this.#enter(now, false)
        break
      case 'hold': {
        const after = PHASES.map((phase) => (phase === stage.phase ? yellow : 0))
        if (held !== stage.phase) this.#clear(after, redClearance, now)
        break
      }
      case 'clear': {
        const isYellow = stage.yellow.some((left) => left > 0)
        const left = stage.yellow.map((seconds) => Math.max(0, seconds - 1))
        this.#goOnClearing(isYellow ? left : stage.yellow, isYellow ? stage.red : stage.red - 1, now)
        break
      }
    }
    return this.#counts()
  }

  /** (R9, R10) The plan that runs, and its program; 0: flashing. */
  #running(now: number): { plan: number; program: number } {
    const plan = planAt(this.#settings, now)
    return { plan, program: this.#settings.plans[plan - 1]?.program ?? 0 }
  }

  #enter(now: number, isPowerOn: boolean): void {
    const { mode } = this.#settings
    if (mode === 1 || mode === 2) {
      this.#stage = { kind: 'hold', phase: mode - 1 }
      this.#putInEffect(mode, 0, 0)
      return
    }
    const { plan, program: number } = this.#running(now)
    const program = this.#settings.programs[number - 1]
    if (mode === 0 || !program) {
      this.#stage = { kind: 'flash' }
      this.#putInEffect(mode, mode === 0 ? 0 : plan, 0)
      return
    }
    const cycle = this.limits ? this.#actuated(program) : this.#fixed(number, program)
    const second = this.limits ? 0 : now % cycle.length
    const waiting = isPowerOn ? [] : PHASES.map((phase) => this.#isTooLate(cycle, phase, second))
    this.#stage = { kind: 'cycle', cycle, second, waiting }
    this.#putInEffect(mode, plan, number)
  }

  #putInEffect(mode: number, plan: number, program: number): void {
    const { effect } = this
    if (effect.mode !== mode || effect.plan !== plan || effect.program !== program)
      this.effect = { mode, plan, program }
  }

  #isTooLate({ starts, greens }: PaintedCycle, phase: number, second: number): boolean {
    const [start = 0, green = 0] = [starts[phase], greens[phase]]
    const since = second - start
    const isOnRoad = green > 0 && since > 0 && since < green + this.#settings.yellow
    return isOnRoad && green - since < Math.min(SHORTEST_REST, green)
  }

  #clear(yellow: readonly number[], redClearance: number, now: number): void {
    this.#goOnClearing(yellow, Math.max(1, redClearance), now)
  }

  #goOnClearing(yellow: readonly number[], red: number, now: number): void {
    this.#stage = { kind: 'clear', yellow, red }
    if (red <= 0) this.#enter(now, false)
  }

  #counts(): Counts {
    const stage = this.#stage
    if (stage.kind === 'off') return UNKNOWN
    const isPainted = stage.kind === 'cycle' && !this.fault && !stage.waiting.includes(true)
    if (isPainted) return stage.cycle.counts[stage.second] ?? UNKNOWN
    const lamps = PHASES.map((phase) => lampOf(stage, phase))
    return shownCounts(this.fault?.(lamps) ?? lamps.map((lamp) => [lamp]), this.#displays)
  }

  #fixed(number: number, program: PlainProgram): PaintedCycle {
    const known = this.#painted.get(number)
    if (known) return known
    const { greens, starts } = program
    const length = plainCycle(this.#settings, program)
    const painted = paint({ greens, starts, length }, starts, this.#settings, this.#displays)
    this.#painted.set(number, painted)
    return painted
  }

  #actuated(program: PlainProgram): PaintedCycle {
    const served = (greens: readonly number[]) => greens.map((green) => green > 0).join()
    const isNext = this.#nextGreens !== null && served(this.#nextGreens) === served(program.greens)
    const greens = isNext && this.#nextGreens ? this.#nextGreens : this.#draw(program)
    const next = this.#draw(program)
    this.#nextGreens = next
    const now = oneAfterAnother(program, greens, this.#settings)
    const { starts } = oneAfterAnother(program, next, this.#settings)
    return paint({ ...now, greens }, starts, this.#settings, this.#displays)
  }

  #draw({ greens }: PlainProgram): readonly number[] {
    const [shortest, longest] = this.limits ?? [0, 0]
    return greens.map((green) => (green > 0 ? shortest + Math.floor(this.#random() * (longest - shortest + 1)) : 0))
  }
}

/** (R12) The yellow that each phase shows on the way out of a cycle: all of it after green, the rest of a begun one. */
function leaving({ cycle, second, waiting }: Cycling, yellow: number): readonly number[] {
  return PHASES.map((phase) => {
    const since = second - (cycle.starts[phase] ?? 0)
    const green = cycle.greens[phase] ?? 0
    if (waiting[phase] || green === 0 || since < 0) return 0
    return since < green ? yellow : Math.max(0, green + yellow - since - 1)
  })
}

function lampOf(stage: Exclude<Stage, { kind: 'off' }>, phase: number): PlainLamp {
  const uncountedRed: PlainLamp = { colour: RED, left: 0 }
  switch (stage.kind) {
    case 'flash':
      return { colour: YELLOW, left: 0 }
    case 'hold':
      return phase === stage.phase ? { colour: GREEN, left: 0 } : uncountedRed
    case 'clear': {
      const left = stage.yellow[phase] ?? 0
      return left > 0 ? { colour: YELLOW, left } : uncountedRed
    }
    case 'cycle': {
      const { cycle, second, waiting } = stage
      if (waiting[phase]) return { colour: RED, left: cycle.length - second + (cycle.starts[phase] ?? 0) }
      return cycle.lamps[second]?.[phase] ?? uncountedRed
    }
  }
}
