/** @file What dragging an edge of a phase's green does to the program. */
import { ofPhase, type PerPhase, type PhaseNumber, PROGRAM_VALUE_RANGE, perPhase } from '@greenwave/controller/limits'
import type { PhaseTiming } from '@greenwave/controller/settings'

/** An edge of a green: the left one (`start`) moves the whole green, the right one (`end`) its end. */
export type Edge = 'start' | 'end'

/** Returns the second of the cycle at which an edge is. */
export function edgeSecond(timing: PhaseTiming, edge: Edge): number {
  return edge === 'start' ? timing.start : timing.start + timing.green
}

/**
 * Returns the phases with one edge moved to a second, within the range that the specification allows. The other phases
 * stay as they are.
 */
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
