/** Paints the labels above the rows of a tape: unknown time, and the times of the axis beside the cursor's. */
import type { Span } from '@greenwave/observer/replay/gaps'
import type { Paint } from '../../../shared/tape/paintRows.ts'
import type { TapeLook } from '../../../shared/tape/tapeLook.ts'
import { axisMarks, type TapeLayout, xOf } from './tapeLayout.ts'

/** A text on a tape, and where it begins and ends, pixels of the page. */
export interface PlacedText {
  readonly text: string
  readonly from: number
  readonly until: number
}

/** Room around the words of a gap, and beside them within it, pixels. */
const GAP_PADDING = 6
const GAP_ROOM = 4

/** Returns the words for each gap in which there is room for them: one for each, however it is painted. */
export function gapTexts(
  gaps: readonly Span[],
  view: Span,
  layout: TapeLayout,
  words: (seconds: number) => string,
  widthOf: (text: string) => number,
): readonly PlacedText[] {
  return gaps.flatMap((gap) => {
    const [from, until] = [xOf(layout, view, gap.fromMs), xOf(layout, view, gap.untilMs)]
    const text = words(Math.round((gap.untilMs - gap.fromMs) / 1000))
    const half = widthOf(text) / 2 + GAP_PADDING
    const middle = (from + until) / 2
    return until - from < 2 * (half + GAP_ROOM) ? [] : [{ text, from: middle - half, until: middle + half }]
  })
}

/** Writes into gaps how long they are. */
export function paintGapTexts(
  paint: Paint,
  texts: readonly PlacedText[],
  { rowTops, rowHeight }: TapeLayout,
  look: TapeLook,
): void {
  const middle = (rowTops[1] ?? 0) + rowHeight / 2
  paint.font = `13px ${look.font}`
  paint.textBaseline = 'middle'
  for (const { text, from, until } of texts) {
    paint.fillStyle = look.surface
    paint.fillRect(from, middle - 10, until - from, 20)
    paint.fillStyle = look.quiet
    paint.fillText(text, from + GAP_PADDING, middle)
  }
}

/** Returns the times of the axis, each within the tape. */
export function axisTexts(
  view: Span,
  layout: TapeLayout,
  words: (ms: number, stepMs: number) => string,
  widthOf: (text: string) => number,
): readonly PlacedText[] {
  const marks = axisMarks(layout, view)
  const stepMs = (marks[1] ?? view.untilMs) - (marks[0] ?? view.fromMs)
  return marks.map((ms) => {
    const text = words(ms, stepMs)
    const wide = widthOf(text)
    const from = Math.min(Math.max(0, xOf(layout, view, ms) - wide / 2), layout.left + layout.width + 1 - wide)
    return { text, from, until: from + wide }
  })
}

/** Writes the times of the axis, without those that the time of the cursor would cover. */
export function paintAxisTexts(
  paint: Pick<Paint, 'font' | 'textBaseline' | 'fillStyle' | 'fillText'>,
  texts: readonly PlacedText[],
  cursor: Pick<PlacedText, 'from' | 'until'>,
  { axisTop }: TapeLayout,
  look: Pick<TapeLook, 'font' | 'quiet'>,
): void {
  paint.font = `13px ${look.font}`
  paint.textBaseline = 'middle'
  paint.fillStyle = look.quiet
  for (const { text, from, until } of texts) {
    if (until <= cursor.from || from >= cursor.until) paint.fillText(text, from, axisTop + 15)
  }
}
