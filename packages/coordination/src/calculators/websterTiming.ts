/** A program by Webster's formulas: whole greens that fill a cycle, one phase after the other. */
import { ofPhase, type PerPhase, perPhase, type PhaseNumber, PHASES } from '@greenwave/controller/controllerLimits'
import type { Clearance, PhaseTiming, Program } from '@greenwave/controller/settings'
import type { SetJunction } from '../fromSettings.ts'
import { websterSplits } from './capacity.ts'

/** Demand from which a program is calculated. */
export interface WebsterDemand {
  /** The flow ratio of each phase's critical movement; 0 for a phase that is not to be served. */
  readonly ratios: PerPhase<number>
  /** Whole seconds. */
  readonly cycle: number
  readonly clearance: Clearance
  /** The phases of now; the served ones keep their order. */
  readonly phases: PerPhase<PhaseTiming>
}

/** Lost time of a cycle, seconds: yellow and red clearance of each served phase. */
export function lostSeconds(ratios: PerPhase<number>, { yellow, redClearance }: Clearance): number {
  return ratios.filter((ratio) => ratio > 0).length * (yellow + redClearance)
}

/**
 * Returns greens and starts that fill the cycle exactly, each green within a second of its split. Null if a phase that is
 * to be served would have no green.
 */
export function websterTiming({ ratios, cycle, clearance, phases }: WebsterDemand): PerPhase<PhaseTiming> | null {
  const lost = lostSeconds(ratios, clearance)
  const served = PHASES.filter((phase) => ofPhase(ratios, phase) > 0)
  const greens = wholeParts(
    cycle - lost,
    websterSplits(
      cycle,
      lost,
      served.map((phase) => ofPhase(ratios, phase)),
    ),
  )
  if (served.length === 0 || greens.some((green) => green < 1)) return null
  const greenOf = new Map(served.map((phase, nth) => [phase, greens[nth] ?? 0]))
  const startOf = new Map<PhaseNumber, number>()
  let start = 0
  for (const phase of served.toSorted((a, b) => ofPhase(phases, a).start - ofPhase(phases, b).start)) {
    startOf.set(phase, start)
    start += (greenOf.get(phase) ?? 0) + clearance.yellow + clearance.redClearance
  }
  return perPhase((phase) => ({ green: greenOf.get(phase) ?? 0, start: startOf.get(phase) ?? 0 }))
}

/** Rounds parts down and gives what is left to those that lost most, so that they add up to a whole. */
function wholeParts(whole: number, parts: readonly number[]): readonly number[] {
  const rounded = parts.map(Math.floor)
  const left = Math.max(0, whole - rounded.reduce((sum, part) => sum + part, 0))
  const byLoss = parts.map((part, nth) => ({ nth, loss: part - Math.floor(part) })).sort((a, b) => b.loss - a.loss)
  const raised = new Set(byLoss.slice(0, left).map(({ nth }) => nth))
  return rounded.map((part, nth) => (raised.has(nth) ? part + 1 : part))
}

/**
 * Returns a junction's program at a cycle with greens in proportion to the flows of its phases' fullest lanes, so that all
 * are equally full (Webster 1958), without unused time. Flows are vehicles an hour; phases without one are not served.
 * Null if the cycle is too short for them.
 */
export function programByFlows(
  { program, clearance }: Pick<SetJunction, 'program' | 'clearance'>,
  cycle: number,
  flows: PerPhase<number>,
): Program | null {
  const phases = websterTiming({ ratios: flows, cycle, clearance, phases: program.phases })
  // A stored period belongs to other greens.
  return phases && { ...program, phases, sharedPeriod: 0 }
}
