/** The numbers of plans, programs and phases of a controller, and the specification's ranges of its settings. */

export const PLAN_NUMBERS = [1, 2, 3, 4, 5, 6] as const
export type PlanNumber = (typeof PLAN_NUMBERS)[number]

export const PROGRAM_NUMBERS = [1, 2, 3, 4, 5, 6] as const
export type ProgramNumber = (typeof PROGRAM_NUMBERS)[number]

export const PHASES = [1, 2, 3] as const
/** (R1) A phase is one of three movements, each with a red, a yellow and a green lamp with a countdown. */
export type PhaseNumber = (typeof PHASES)[number]

/** The lamps of a phase, from top to bottom, as in the keys of telemetry. */
export const LAMP_COLOURS = ['red', 'yellow', 'green'] as const

/** A value for each phase, phase 1 first. */
export type PerPhase<T> = readonly [T, T, T]

/** Returns one value for each phase, phase 1 first. */
export function perPhase<T>(build: (phase: PhaseNumber) => T): PerPhase<T> {
  return [build(1), build(2), build(3)]
}

/** Returns the value of one phase. */
export function ofPhase<T>(values: PerPhase<T>, phase: PhaseNumber): T {
  return phase === 1 ? values[0] : phase === 2 ? values[1] : values[2]
}

/** A range with both ends included. */
export interface Range {
  readonly min: number
  readonly max: number
}

export const HOUR_RANGE: Range = { min: 0, max: 23 }
export const MINUTE_RANGE: Range = { min: 0, max: 59 }
export const SECOND_RANGE: Range = { min: 0, max: 59 }
export const DAY_RANGE: Range = { min: 1, max: 31 }
export const MONTH_RANGE: Range = { min: 1, max: 12 }
export const YEAR_RANGE: Range = { min: 2000, max: 2100 }
/** 0 means no program: flashing yellow while the plan runs. */
export const PLAN_PROGRAM_RANGE: Range = { min: 0, max: 6 }
export const PLAN_TOTAL_RANGE: Range = { min: 1, max: 6 }
/** The largest plan count that the field accepts while typing. */
export const PLAN_TOTAL_TYPING_MAX = 9999
/** Range of a green or of a start, seconds. */
export const PROGRAM_VALUE_RANGE: Range = { min: 0, max: 999 }
/**
 * Range of yellow and red clearance, seconds. The specification gives no maximum, so this is the largest exact integer.
 */
export const CLEARANCE_RANGE: Range = { min: 0, max: Number.MAX_SAFE_INTEGER }
/** Degrees. */
export const LATITUDE_RANGE: Range = { min: -90, max: 90 }
/** Degrees. */
export const LONGITUDE_RANGE: Range = { min: -180, max: 180 }

export const SECONDS_PER_DAY = 86_400

/** Returns whether a value is a whole number inside a range. */
export function isWholeWithin(value: number, range: Range): boolean {
  return Number.isInteger(value) && value >= range.min && value <= range.max
}
