import { type AttributeValues, isPresent, rawValue } from './attributes.ts'
import { cycleSeconds } from './cycle.ts'
import { parseInteger } from './integer.ts'
import { periodKey } from './keys.ts'
import type { Clearance, Program } from './settings.ts'

/** The total period to show and where it comes from. */
export interface TotalPeriod {
  readonly seconds: number
  readonly source: 'reported' | 'shared' | 'computed'
}

/**
 * (R7) The total period of a program: what the controller reports, else the shared attribute when above 0, else the cycle of
 * R6. While a form is edited show `cycleSeconds` of the values typed instead. `reported` are the client attributes.
 */
export function totalPeriod(program: Program, clearance: Clearance, reported: AttributeValues): TotalPeriod {
  const seconds = reportedPeriod(program, reported)
  if (seconds !== undefined) return { seconds, source: 'reported' }
  if (program.sharedPeriod > 0) return { seconds: program.sharedPeriod, source: 'shared' }
  return { seconds: cycleSeconds(program, clearance), source: 'computed' }
}

/** The total period that the controller itself reports, seconds; undefined when it reports none that is a number. */
export function reportedPeriod(program: Pick<Program, 'number'>, reported: AttributeValues): number | undefined {
  const key = periodKey(program.number)
  return isPresent(reported, key) ? parseInteger(rawValue(reported, key)) : undefined
}
