import { ofPhase, PHASES, type PhaseNumber, SECONDS_PER_DAY } from './limits.ts'
import type { Clearance, PhaseTiming, Program } from './settings.ts'

/** (R2) A phase with no green is not served: it stays red. */
export function isServed(timing: PhaseTiming): boolean {
  return timing.green > 0
}

/** (R3) The second of the cycle at which a phase's green begins. A negative one, which no form accepts, reads as 0. */
export function greenStart(timing: PhaseTiming): number {
  return Math.max(0, timing.start)
}

/** (R4) Seconds from the first second of a green to the first of red: every green is followed by the yellow. */
export function greenAndYellowSeconds(timing: PhaseTiming, clearance: Clearance): number {
  return timing.green + Math.max(0, clearance.yellow)
}

/** (R5) The seconds that a served phase takes from the cycle: green, yellow, and the all-red that follows every yellow. */
export function blockSeconds(timing: PhaseTiming, clearance: Clearance): number {
  return greenAndYellowSeconds(timing, clearance) + Math.max(0, clearance.redClearance)
}

/**
 * (R6) The cycle ends when the last served phase has had its green, its yellow and its all-red; 0 when no phase is served.
 * It follows that no phase's block runs over the end of the cycle: there, every phase is red or about to begin.
 */
export function cycleSeconds(program: Pick<Program, 'phases'>, clearance: Clearance): number {
  let cycle = 0
  for (const timing of program.phases) {
    if (isServed(timing)) cycle = Math.max(cycle, greenStart(timing) + blockSeconds(timing, clearance))
  }
  return cycle
}

/**
 * (R8) (R19) Where the cycle stands: seconds since local midnight by the controller's own clock, less the offset where there is
 * one, modulo the cycle. 0 without a cycle.
 */
export function cyclePosition(secondsOfDay: number, cycle: number, offset = 0): number {
  return cycle > 0 ? modulo(wholeSecondOfDay(secondsOfDay) - offset, cycle) : 0
}

/** The phases of a program that get a green. */
export function servedPhases(program: Pick<Program, 'phases'>): readonly PhaseNumber[] {
  return PHASES.filter((phase) => isServed(ofPhase(program.phases, phase)))
}

/** Any number as a whole second 0..86399 of a day; what is no number is midnight. */
export function wholeSecondOfDay(seconds: number): number {
  if (!Number.isFinite(seconds)) return 0
  return modulo(Math.floor(seconds), SECONDS_PER_DAY)
}

/** The remainder that is never negative, unlike %. */
export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
