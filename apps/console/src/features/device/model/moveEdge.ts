/** What dragging an edge of a phase's green does to the program. */
import { ofPhase, type PerPhase, type PhaseNumber, PROGRAM_VALUE_RANGE, perPhase } from '@greenwave/controller/limits'
import type { PhaseTiming } from '@greenwave/controller/settings'

/** The left edge moves the whole green, the right edge its end. */
export type Edge = 'start' | 'end'

/** The second at which an edge stands. */
export function edgeSecond(timing: PhaseTiming, edge: Edge): number {
  return edge === 'start' ? timing.start : timing.start + timing.green
}

/** The phases with one edge put to a second, within the range the specification allows. Others stay as they are. */
export function moveEdge(
  phases: PerPhase<PhaseTiming>,
  phase: PhaseNumber,
  edge: Edge,
  second: number,
): PerPhase<PhaseTiming> {
  return perPhase((other) => {
    const timing = ofPhase(phases, other)
    if (other !== phase) return timing
    return edge === 'start'
      ? { ...timing, start: withinRange(second) }
      : { ...timing, green: withinRange(second - timing.start) }
  })
}

function withinRange(seconds: number): number {
  return Math.min(PROGRAM_VALUE_RANGE.max, Math.max(PROGRAM_VALUE_RANGE.min, Math.round(seconds)))
}
