/** Where the parts of a tape are, pixels of the page. */
import { timeZone, utcOfLocal } from '@greenwave/controller/timeZone'
import type { Span } from '@greenwave/observer/replay/gaps'

/** The lanes below the rows of the phases. */
export const LANES = ['plan', 'mode', 'incidents', 'changes', 'connection', 'clock'] as const
export type Lane = (typeof LANES)[number]

const TOP = 10
const ROW = { height: 28, step: 44 }
const LANE = { height: 18, step: 26 }
const AXIS_HEIGHT = 26
const ROWS_END = TOP + 3 * ROW.step

/** The places of a tape's parts. */
export interface TapeLayout {
  /** Where time begins, right of the names. */
  readonly left: number
  /** From there to the right edge. */
  readonly width: number
  readonly height: number
  readonly rowTops: readonly number[]
  readonly rowHeight: number
  readonly laneTops: Readonly<Record<Lane, number>>
  readonly laneHeight: number
  readonly axisTop: number
}

/** Returns the layout for a width. Names stand at the left, where there is room, else above their lanes. */
export function tapeLayout(width: number): TapeLayout {
  // Wide enough for the name of a phase, where there is room.
  const left = width < 560 ? 0 : width < 900 ? 96 : 152
  // Names above the lanes need a line each.
  const named = left === 0 ? 17 : 0
  const laneStep = LANE.step + named
  const rowTops = [0, 1, 2].map((row) => TOP + named + row * (ROW.step + named))
  const lanesTop = ROWS_END + 3 * named + named
  const laneTops = Object.fromEntries(LANES.map((lane, nth) => [lane, lanesTop + nth * laneStep])) as Record<
    Lane,
    number
  >
  const axisTop = lanesTop + LANES.length * laneStep - named
  return {
    left,
    width: Math.max(1, width - left - 1),
    height: axisTop + AXIS_HEIGHT,
    rowTops,
    rowHeight: ROW.height,
    laneTops,
    laneHeight: LANE.height,
    axisTop,
  }
}

/** Returns where a moment is. */
export function xOf({ left, width }: TapeLayout, { fromMs, untilMs }: Span, ms: number): number {
  return left + ((ms - fromMs) / (untilMs - fromMs)) * width
}

/** Returns the moment at a place, within the span. Epoch milliseconds. */
export function momentAt({ left, width }: TapeLayout, { fromMs, untilMs }: Span, x: number): number {
  const share = Math.min(1, Math.max(0, (x - left) / width))
  return Math.min(untilMs - 1000, fromMs + Math.floor((share * (untilMs - fromMs)) / 1000) * 1000)
}

/** Distances between marks of the axis, milliseconds. */
const MARK_STEPS_MS = [60, 120, 300, 600, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400].map((s) => s * 1000)

/** Marks of the axis are at least so far apart that their times have room, pixels. */
const LEAST_MARK_PX = 76

/** Returns the moments that the axis marks: whole minutes, hours or days of the city's clocks. */
export function axisMarks({ width }: TapeLayout, { fromMs, untilMs }: Span): readonly number[] {
  const leastMs = ((untilMs - fromMs) / width) * LEAST_MARK_PX
  const stepMs = MARK_STEPS_MS.find((step) => step >= leastMs) ?? 86_400_000
  const marks: number[] = []
  let localMs = Math.ceil((fromMs + timeZone().aheadMs(fromMs)) / stepMs) * stepMs
  for (let ms = utcOfLocal(localMs); ms < untilMs; ms = utcOfLocal(localMs)) {
    // Local times that clocks skip are the instant of the change.
    if (ms > (marks.at(-1) ?? fromMs - 1)) marks.push(ms)
    localMs += stepMs
  }
  return marks
}
