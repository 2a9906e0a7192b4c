import { ofPhase, type PerPhase, type PhaseNumber, perPhase } from './controllerLimits.ts'
import { cycleSeconds, greenAndYellowSeconds, servedPhases } from './cycle.ts'
import type { Clearance, Program } from './settings.ts'

/** Waiting times and shares of a program. */
export interface TimingFigures {
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
