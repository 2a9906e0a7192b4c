/** @file The time axis under a timing diagram. */

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
