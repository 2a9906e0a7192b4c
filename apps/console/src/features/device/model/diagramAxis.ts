/** The time axis under a timing diagram. */

const STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 240, 300, 600] as const
const MOST_STEPS = 6

/** Seconds at which the axis is marked: 0, then even steps, then the end; the mark before the end gives way when too close. */
export function axisMarks(length: number): readonly number[] {
  if (length <= 0) return []
  const step = STEPS.find((candidate) => length / candidate <= MOST_STEPS) ?? 600
  const marks: number[] = []
  for (let second = 0; second < length; second += step) marks.push(second)
  const last = marks.at(-1)
  if (last !== undefined && last > 0 && length - last < length / MOST_STEPS) marks.pop()
  return [...marks, length]
}

/** Seconds of axis beyond the cycle, so that an edge can be dragged outwards. */
const HEADROOM = 10

/** How long the axis of a diagram is that can be edited: the cycle with room to grow, in whole tens, at least 30 s. */
export function editableAxisSeconds(cycle: number): number {
  return Math.max(30, Math.ceil((cycle + HEADROOM) / 10) * 10)
}
