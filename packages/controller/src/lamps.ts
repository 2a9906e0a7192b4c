import { ofPhase, type PerPhase, perPhase } from './controllerLimits.ts'
import { blockSeconds, cycleSeconds, greenAndYellowSeconds, greenStart, isServed, modulo } from './cycle.ts'
import type { Clearance, PhaseTiming, Program } from './settings.ts'

/** The countdowns of one phase's lamps, seconds; 0 is dark. */
export interface PhaseLamps {
  readonly red: number
  readonly yellow: number
  readonly green: number
}

/** The three lamps of a phase. */
export type LampColour = keyof PhaseLamps

/**
 * The count of a lamp that is lit without a countdown: a hold, flashing yellow, the red of a phase that is not served.
 */
const UNCOUNTED = 1

/** The lamps of all three phases. */
export type Lamps = PerPhase<PhaseLamps>

/** Red without a countdown. */
export const RED_UNCOUNTED: PhaseLamps = { red: UNCOUNTED, yellow: 0, green: 0 }
/** Green without a countdown. */
export const GREEN_UNCOUNTED: PhaseLamps = { red: 0, yellow: 0, green: UNCOUNTED }
/** Yellow without a countdown. */
export const YELLOW_UNCOUNTED: PhaseLamps = { red: 0, yellow: UNCOUNTED, green: 0 }

/** Returns whether the lamps of a phase are lit without a countdown, and not in the last second of one. */
export function isUncounted(lamps: PhaseLamps): boolean {
  return lamps === RED_UNCOUNTED || lamps === GREEN_UNCOUNTED || lamps === YELLOW_UNCOUNTED
}

/**
 * (R13) Returns the lamps of one phase at a second of the cycle. Each counts n .. 1 and then the next lamp is lit:
 * green (R3), the yellow of R4, then red, which includes the all-red of R5 and lasts until the phase's own next green.
 */
export function phaseLampsAt(timing: PhaseTiming, clearance: Clearance, cycle: number, second: number): PhaseLamps {
  if (!isServed(timing) || cycle <= 0) return RED_UNCOUNTED
  const sinceGreen = modulo(second - greenStart(timing), cycle)
  if (sinceGreen < timing.green) return { red: 0, yellow: 0, green: timing.green - sinceGreen }
  const yellowEnd = greenAndYellowSeconds(timing, clearance)
  if (sinceGreen < yellowEnd) return { red: 0, yellow: yellowEnd - sinceGreen, green: 0 }
  return { red: cycle - sinceGreen, yellow: 0, green: 0 }
}

/** Returns the lamps of all phases at a second of the cycle, in automatic. */
export function lampsAt(program: Pick<Program, 'phases'>, clearance: Clearance, second: number): Lamps {
  const cycle = cycleSeconds(program, clearance)
  const [first, middle, last] = program.phases
  return [
    phaseLampsAt(first, clearance, cycle, second),
    phaseLampsAt(middle, clearance, cycle, second),
    phaseLampsAt(last, clearance, cycle, second),
  ]
}

/** A segment of one phase's bar. `start` and `length` are seconds; start + length never exceeds the cycle. */
export interface PhaseSegment {
  readonly kind: 'green' | 'yellow' | 'allRed' | 'red'
  readonly start: number
  readonly length: number
}

/**
 * Returns each phase's bar over one cycle, in drawing order and without gaps. A segment that continues past the cycle's
 * end is split in two. A phase that is not served is one red bar. A program without a cycle has no segments.
 */
export function phaseSegments(
  program: Pick<Program, 'phases'>,
  clearance: Clearance,
): PerPhase<readonly PhaseSegment[]> {
  const cycle = cycleSeconds(program, clearance)
  return perPhase((phase) => segmentsOf(ofPhase(program.phases, phase), clearance, cycle))
}

function segmentsOf(timing: PhaseTiming, clearance: Clearance, cycle: number): readonly PhaseSegment[] {
  if (cycle <= 0) return []
  if (!isServed(timing)) return [{ kind: 'red', start: 0, length: cycle }]
  const start = greenStart(timing)
  const yellowEnd = greenAndYellowSeconds(timing, clearance)
  const allRedEnd = blockSeconds(timing, clearance)
  const stretches: readonly PhaseSegment[] = [
    { kind: 'green', start, length: timing.green },
    { kind: 'yellow', start: start + timing.green, length: yellowEnd - timing.green },
    { kind: 'allRed', start: start + yellowEnd, length: allRedEnd - yellowEnd },
    { kind: 'red', start: start + allRedEnd, length: cycle - allRedEnd },
  ]
  return stretches
    .flatMap((stretch) => splitAtCycleEnd(stretch, cycle))
    .filter((segment) => segment.length > 0)
    .sort((a, b) => a.start - b.start)
}

function splitAtCycleEnd(segment: PhaseSegment, cycle: number): readonly PhaseSegment[] {
  const start = modulo(segment.start, cycle)
  const before = Math.min(segment.length, cycle - start)
  return [
    { kind: segment.kind, start, length: before },
    { kind: segment.kind, start: 0, length: segment.length - before },
  ]
}
