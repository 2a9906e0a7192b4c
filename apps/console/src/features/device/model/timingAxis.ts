/** @file The time axis under a timing diagram, and the edges of greens that are moved on it. */
import { ofPhase, type PerPhase, type PhaseNumber, PROGRAM_VALUE_RANGE } from '@greenwave/controller/controllerLimits'
import type { TimingEdit } from '@greenwave/controller/retime'
import type { PhaseTiming } from '@greenwave/controller/settings'

const STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 240, 300, 600] as const
const MOST_STEPS = 6

/**
 * Returns the seconds at which the axis is marked: 0, then even steps, then the end. The mark before the end is left
 * out if it is too close.
 */
export function axisMarks(length: number): readonly number[] {
  if (length <= 0) return []
  const step = STEPS.find((candidate) => length / candidate <= MOST_STEPS) ?? 600
  const marks: number[] = []
  for (let second = 0; second < length; second += step) marks.push(second)
  const last = marks.at(-1)
  if (last !== undefined && last > 0 && length - last < length / MOST_STEPS) marks.pop()
  return [...marks, length]
}

/** Seconds that the axis extends beyond the cycle, so that an edge can be dragged outwards. */
const HEADROOM = 10

/**
 * Returns the length of the axis of an editable diagram: the cycle with some headroom, rounded up to tens, at least 30
 * s.
 */
export function editableAxisSeconds(cycle: number): number {
  return Math.max(30, Math.ceil((cycle + HEADROOM) / 10) * 10)
}

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
