/** @file What moving an edge of a phase's green changes. */
import { ofPhase, type PerPhase, type PhaseNumber, PROGRAM_VALUE_RANGE } from '@greenwave/controller/controllerLimits'
import type { TimingEdit } from '@greenwave/controller/retime'
import type { PhaseTiming } from '@greenwave/controller/settings'

/** An edge of a green: the left one is its start, the right one its end, which changes its length. */
export type Edge = 'start' | 'end'

/** Returns the second of the cycle at which an edge is. */
export function edgeSecond(timing: PhaseTiming, edge: Edge): number {
  return edge === 'start' ? timing.start : timing.start + timing.green
}

/** Returns the change that moves an edge to a second, or as near to it as the specification's range allows. */
export function editOfEdge(phases: PerPhase<PhaseTiming>, phase: PhaseNumber, edge: Edge, second: number): TimingEdit {
  return edge === 'start'
    ? { phase, part: 'start', value: withinRange(second) }
    : { phase, part: 'green', value: withinRange(second - ofPhase(phases, phase).start) }
}

function withinRange(seconds: number): number {
  return Math.min(PROGRAM_VALUE_RANGE.max, Math.max(PROGRAM_VALUE_RANGE.min, Math.round(seconds)))
}
