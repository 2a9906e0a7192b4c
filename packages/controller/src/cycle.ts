import { ofPhase, PHASES, type PhaseNumber, SECONDS_PER_DAY } from './controllerLimits.ts'
import type { Clearance, PhaseTiming, Program } from './settings.ts'

/** (R2) Returns whether a phase is served. One without green is not: it stays red. */
export function isServed(timing: PhaseTiming): boolean {
  return timing.green > 0
}

/**
 * (R3) Returns the second of the cycle at which a phase's green begins. A negative one, which no form accepts, counts
 * as 0.
 */
export function greenStart(timing: PhaseTiming): number {
  return Math.max(0, timing.start)
}

/**
 * (R4) Returns the seconds from the first second of a green to the first of red: every green is followed by the yellow.
 */
export function greenAndYellowSeconds(timing: PhaseTiming, clearance: Clearance): number {
  return timing.green + Math.max(0, clearance.yellow)
}

/** (R5) Returns the seconds of a served phase's block: green, yellow, and the all-red that follows every yellow. */
export function blockSeconds(timing: PhaseTiming, clearance: Clearance): number {
  return greenAndYellowSeconds(timing, clearance) + Math.max(0, clearance.redClearance)
}

/**
 * (R6) Returns the cycle, seconds. It ends when the last served phase has had its green, yellow and all-red; 0 when no
 * phase is served. It follows that no phase's block continues past the end of the cycle: there, every phase is red or
 * about to begin.
 */
export function cycleSeconds(program: Pick<Program, 'phases'>, clearance: Clearance): number {
  let cycle = 0
  for (const timing of program.phases) {
    if (isServed(timing)) cycle = Math.max(cycle, greenStart(timing) + blockSeconds(timing, clearance))
  }
  return cycle
}

/**
 * (R8) (R19) Returns the second of the cycle: seconds since local midnight by the controller's own clock, minus the
 * offset if there is one, modulo the cycle. 0 without a cycle.
 */
export function cyclePosition(secondsOfDay: number, cycle: number, offset = 0): number {
  return cycle > 0 ? modulo(wholeSecondOfDay(secondsOfDay) - offset, cycle) : 0
}

/** Returns the phases of a program that get a green. */
export function servedPhases(program: Pick<Program, 'phases'>): readonly PhaseNumber[] {
  return PHASES.filter((phase) => isServed(ofPhase(program.phases, phase)))
}

/** Returns a number as a whole second 0..86399 of a day; 0 (midnight) for NaN or infinity. */
export function wholeSecondOfDay(seconds: number): number {
  if (!Number.isFinite(seconds)) return 0
  return modulo(Math.floor(seconds), SECONDS_PER_DAY)
}

/** Returns the remainder, which unlike that of % is never negative. */
export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
