import type { Span } from '@greenwave/observer/replay/gaps'
import type { Paint } from '../../../shared/tape/paintRows.ts'
import type { TapeLook } from '../../../shared/tape/tapeLook.ts'
import { type TapeLayout, xOf } from './tapeLayout.ts'

/** Where seconds are wider than this, the cursor stands at the beginning of its second, pixels. */
const WIDEST_SECOND_PX = 20

/** Draws the cursor at a second, over the height of a tape, with its time below. Returns where the time stands. */
export function paintCursor(
  paint: Paint,
  atMs: number,
  text: string,
  view: Span,
  layout: TapeLayout,
  look: TapeLook,
): { readonly from: number; readonly until: number } {
  const { left, width, axisTop } = layout
  const secondPx = (1000 / (view.untilMs - view.fromMs)) * width
  const x = xOf(layout, view, atMs) + Math.min(secondPx, WIDEST_SECOND_PX) / 2
  paint.fillStyle = look.violet
  paint.fillRect(x - 1.25, 0, 2.5, axisTop)
  paint.font = `650 13px ${look.font}`
  paint.textBaseline = 'middle'
  const wide = paint.measureText(text).width + 16
  const boxLeft = Math.min(Math.max(0, x - wide / 2), left + width - wide)
  paint.beginPath()
  paint.roundRect(boxLeft, axisTop - 2, wide, 24, 6)
  paint.fill()
  paint.fillStyle = look.surface
  paint.fillText(text, boxLeft + 8, axisTop + 10.5)
  return { from: boxLeft, until: boxLeft + wide }
}
