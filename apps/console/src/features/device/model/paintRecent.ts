import { columnsOf } from '@greenwave/replay/columns'
import type { QuarterAt, Span } from '@greenwave/replay/gaps'
import { fitCanvas } from '../../../ui/tape/fitCanvas.ts'
import { paintRows } from '../../../ui/tape/paintRows.ts'
import { readTapeLook } from '../../../ui/tape/tapeLook.ts'

const ROW = { height: 12, step: 18 }

/** Paints the rows of three phases over a canvas. */
export function paintRecent(canvas: HTMLCanvasElement, quarterAt: QuarterAt, span: Span): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const paint = width > 0 ? fitCanvas(canvas, width, height) : null
  if (!paint) return
  paint.clearRect(0, 0, width, height)
  const place = { left: 0, width, tops: [0, 1, 2].map((row) => 2 + row * ROW.step), height: ROW.height }
  paintRows(paint, columnsOf(quarterAt, undefined, span, width), place, readTapeLook(canvas))
}
