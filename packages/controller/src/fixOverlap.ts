import {
  isWholeWithin,
  ofPhase,
  type PerPhase,
  type PhaseNumber,
  PROGRAM_VALUE_RANGE,
  perPhase,
} from './controllerLimits.ts'
import { blockSeconds, greenStart, servedPhases } from './cycle.ts'
import type { Clearance, PhaseTiming } from './settings.ts'

/** Change that ends an overlap of two phases: the phases that begin later, and by how many seconds. */
export interface Fix {
  readonly moved: readonly PhaseNumber[]
  readonly seconds: number
  /** The program's phases with these moved. */
  readonly phases: PerPhase<PhaseTiming>
}

/**
 * Ends an overlap (V4): phase `other`, which begins within the block of `phase`, and all that follow it move
 * until that block has ended. Greens stay as they are. Null if a start would leave the specification's range.
 */
export function fixOverlap(
  phases: PerPhase<PhaseTiming>,
  clearance: Clearance,
  { phase, other }: { readonly phase: PhaseNumber; readonly other: PhaseNumber },
): Fix | null {
  const first = ofPhase(phases, phase)
  const begins = greenStart(ofPhase(phases, other))
  const seconds = greenStart(first) + blockSeconds(first, clearance) - begins
  const moved = servedPhases({ phases }).filter(
    (one) => one === other || (one !== phase && greenStart(ofPhase(phases, one)) >= begins),
  )
  const next = perPhase((one) => {
    const timing = ofPhase(phases, one)
    return moved.includes(one) ? { ...timing, start: timing.start + seconds } : timing
  })
  return next.every(({ start }) => isWholeWithin(start, PROGRAM_VALUE_RANGE)) ? { moved, seconds, phases: next } : null
}
