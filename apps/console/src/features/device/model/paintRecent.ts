import { modeKind } from '@greenwave/controller/mode'
import type { SettingsFrom } from '@greenwave/observer/recordedSettings'
import { columnsOf } from '@greenwave/observer/replay/columns'
import type { QuarterAt, Span } from '@greenwave/observer/replay/gaps'
import { programmedGreens } from '@greenwave/observer/replay/programmed'
import { fitCanvas, paintRows } from '../../../shared/tape/paintRows.ts'
import { readTapeLook } from '../../../shared/tape/tapeLook.ts'

const ROW = { height: 12, step: 18, outline: 2 }

/**
 * Paints the rows of three phases over a canvas.
 *
 * @param running the settings that the controller runs; undefined while they are unknown
 */
export function paintRecent(
  canvas: HTMLCanvasElement,
  quarterAt: QuarterAt,
  span: Span,
  running: SettingsFrom | undefined,
): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const paint = width > 0 ? fitCanvas(canvas, width, height) : null
  if (!paint) return
  paint.clearRect(0, 0, width, height)
  const tops = [0, 1, 2].map((row) => ROW.outline + 1 + row * ROW.step)
  const isAutomatic = running !== undefined && modeKind(running.settings.mode).kind === 'automatic'
  const programmedAt = (startMs: number): Uint8Array =>
    programmedGreens(startMs, quarterAt(startMs)?.clockMs, {
      settings: isAutomatic ? [running] : [],
      plans: [],
      modes: [],
    })
  const columns = columnsOf(quarterAt, programmedAt, span, width)
  paintRows(paint, columns, { left: 0, width, tops, height: ROW.height, outline: ROW.outline }, readTapeLook(canvas))
}
