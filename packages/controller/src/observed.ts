/** Greens and cycles as the lamps show them, measured by the clock of the samples and compared with the program. */
import { cycleSeconds, isServed } from './cycle.ts'
import { ofPhase, type PerPhase, perPhase } from './limits.ts'
import type { Clearance, Program } from './settings.ts'
import type { LampReadings } from './telemetry.ts'

/** Samples further apart than this hide an edge, milliseconds: the measurement starts over. */
const LARGEST_GAP_MS = 2_500

/** An edge is seen up to a second late, so measured and programmed may differ by this, seconds. */
const TOLERANCE_SECONDS = 1

interface PhaseObservation {
  readonly lit: boolean | undefined
  /** When the last green began, if that was seen. */
  readonly greenSinceTs: number | null
  /** The two latest whole greens and cycles, seconds, newest first. */
  readonly greens: readonly Measured[]
  readonly cycles: readonly Measured[]
}

interface Measured {
  readonly seconds: number
  /** When the measured stretch began. */
  readonly sinceTs: number
}

/** What was measured since the last change. */
export interface Observation {
  /** What was in effect all the while; another value starts over. */
  readonly inEffect: string
  readonly sinceTs: number
  readonly lastTs: number
  readonly phases: PerPhase<PhaseObservation>
}

/** Folds one sample in. `inEffect` names what runs (plan, program, mode, times): when it changes, measuring starts over. */
export function observe(
  state: Observation | null,
  lamps: PerPhase<LampReadings>,
  ts: number,
  inEffect: string,
): Observation {
  if (state && state.inEffect === inEffect && ts <= state.lastTs) return state
  const fresh = !state || state.inEffect !== inEffect || ts - state.lastTs > LARGEST_GAP_MS
  return {
    inEffect,
    sinceTs: fresh ? ts : state.sinceTs,
    lastTs: ts,
    phases: perPhase((phase) =>
      observePhase(fresh ? NOT_OBSERVED : ofPhase(state.phases, phase), ofPhase(lamps, phase).green, ts),
    ),
  }
}

const NOT_OBSERVED: PhaseObservation = { lit: undefined, greenSinceTs: null, greens: [], cycles: [] }

function observePhase(phase: PhaseObservation, green: number | undefined, ts: number): PhaseObservation {
  if (green === undefined) return NOT_OBSERVED
  const lit = green > 0
  const began = lit && phase.lit === false
  const ended = !lit && phase.lit === true && phase.greenSinceTs !== null
  const since = phase.greenSinceTs
  return {
    lit,
    greenSinceTs: began ? ts : since,
    greens: ended ? withLatest(phase.greens, since, ts) : phase.greens,
    cycles: began ? withLatest(phase.cycles, since, ts) : phase.cycles,
  }
}

function withLatest(earlier: readonly Measured[], sinceTs: number | null, ts: number): readonly Measured[] {
  if (sinceTs === null) return earlier
  return [{ seconds: Math.round((ts - sinceTs) / 1000), sinceTs }, ...earlier].slice(0, 2)
}

/** Seconds. */
export interface GreenAndCycle {
  readonly green: number
  readonly cycle: number
}

/** One phase: what was set beside what was seen. */
export interface Comparison {
  readonly programmed: GreenAndCycle
  readonly observed: GreenAndCycle
  readonly agrees: boolean
}

/**
 * Observed beside programmed for each phase; null until it can be told. Only what began a full cycle after the last change
 * counts, since drivers see odd counts for that long; a difference counts when two cycles in a row show it, since the one
 * over midnight may be cut short.
 */
export function compareObserved(
  state: Observation,
  program: Pick<Program, 'phases'>,
  clearance: Clearance,
): PerPhase<Comparison | null> {
  const cycle = cycleSeconds(program, clearance)
  return perPhase((phase) => {
    const timing = ofPhase(program.phases, phase)
    if (cycle === 0 || !isServed(timing)) return null
    const programmed: GreenAndCycle = { green: timing.green, cycle }
    const settledTs = state.sinceTs + cycle * 1000
    return comparePhase(ofPhase(state.phases, phase), programmed, settledTs, state.lastTs)
  })
}

function comparePhase(
  phase: PhaseObservation,
  programmed: GreenAndCycle,
  settledTs: number,
  nowTs: number,
): Comparison | null {
  const greens = phase.greens.filter((green) => green.sinceTs >= settledTs).map((green) => green.seconds)
  const cycles = phase.cycles.filter((cycle) => cycle.sinceTs >= settledTs).map((cycle) => cycle.seconds)
  const [green, earlierGreen] = greens
  const [cycle, earlierCycle] = cycles
  if (green === undefined || cycle === undefined) {
    const twoCyclesLater = settledTs + 2 * programmed.cycle * 1000
    const neverGreen = phase.lit === false && (phase.greenSinceTs ?? 0) < settledTs && nowTs >= twoCyclesLater
    return neverGreen ? { programmed, observed: { green: 0, cycle: 0 }, agrees: false } : null
  }
  const greenAgrees = isNear(green, programmed.green)
  const cycleAgrees = isNear(cycle, programmed.cycle)
  const agrees = greenAgrees && cycleAgrees
  const untold =
    (!greenAgrees && (earlierGreen === undefined || isNear(earlierGreen, programmed.green))) ||
    (!cycleAgrees && (earlierCycle === undefined || isNear(earlierCycle, programmed.cycle)))
  return !agrees && untold ? null : { programmed, observed: { green, cycle }, agrees }
}

function isNear(observed: number, programmed: number): boolean {
  return Math.abs(observed - programmed) <= TOLERANCE_SECONDS
}
