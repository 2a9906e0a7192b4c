import { type AttributeValues, isPresent, rawValue } from './attributes.ts'
import { cycleSeconds } from './cycle.ts'
import { parseInteger } from './integer.ts'
import { periodKey } from './keys.ts'
import type { Clearance, Program } from './settings.ts'

/** The total period to show and its source. */
export interface TotalPeriod {
  readonly seconds: number
  readonly source: 'reported' | 'shared' | 'computed'
}

/**
 * (R7) Returns the total period of a program: the reported one, else the shared attribute if it is above 0, else the
 * cycle of R6. While a form is edited, show `cycleSeconds` of its values instead. `reported` are the client attributes.
 */
export function totalPeriod(program: Program, clearance: Clearance, reported: AttributeValues): TotalPeriod {
  return statedPeriod(program, reported) ?? { seconds: cycleSeconds(program, clearance), source: 'computed' }
}

/**
 * Returns the total period that is reported or set for a program and may be wrong: the part of R7 that V3 compares with
 * R6.
 */
export function statedPeriod(program: Program, reported: AttributeValues): TotalPeriod | undefined {
  const key = periodKey(program.number)
  const seconds = isPresent(reported, key) ? parseInteger(rawValue(reported, key)) : undefined
  if (seconds !== undefined) return { seconds, source: 'reported' }
  return program.sharedPeriod > 0 ? { seconds: program.sharedPeriod, source: 'shared' } : undefined
}
