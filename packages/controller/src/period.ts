import { type AttributeValues, isPresent, rawValue } from './attributes.ts'
import { ofPhase, type PerPhase, perPhase, type PhaseNumber } from './controllerLimits.ts'
import { cycleSeconds, greenAndYellowSeconds, servedPhases } from './cycle.ts'
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

/** Waiting times and shares of a program. */
interface TimingFigures {
  readonly cycleSeconds: number
  /** The share of the cycle in which each phase is green, 0 to 1. */
  readonly greenShares: PerPhase<number>
  /** The longest red of a served phase, its all-red included; null if none is served. */
  readonly longestRed: { readonly phase: PhaseNumber; readonly seconds: number } | null
}

/** Returns the figures of a program. */
export function timingFigures(program: Pick<Program, 'phases'>, clearance: Clearance): TimingFigures {
  const cycle = cycleSeconds(program, clearance)
  const reds = servedPhases(program).map((phase) => ({
    phase,
    seconds: cycle - greenAndYellowSeconds(ofPhase(program.phases, phase), clearance),
  }))
  return {
    cycleSeconds: cycle,
    greenShares: perPhase((phase) => (cycle > 0 ? ofPhase(program.phases, phase).green / cycle : 0)),
    longestRed: reds.length > 0 ? reds.reduce((long, red) => (red.seconds > long.seconds ? red : long)) : null,
  }
}
