/** Paints what held or happened below the rows of a tape. */
import type { Span } from '@greenwave/observer/replay/gaps'
import type { Stretch } from '@greenwave/observer/replay/stretches'
import { hatch, type Paint } from '../../../shared/tape/paintRows.ts'
import type { TapeLook } from '../../../shared/tape/tapeLook.ts'
import { HEALTH_SHAPES } from '../../../ui/states/HealthMark.tsx'
import { LANES, type Lane, type TapeLayout, xOf } from './tapeLayout.ts'

/** State that held in a span, as text. */
export interface LaneStretch extends Span {
  readonly text: string
  /** How it is painted. `gone`: nothing was there. */
  readonly tone: 'plain' | 'marked' | 'gone' | 'danger' | 'fault' | 'deviation'
}

/** Event at an instant, as text. */
interface LaneMark {
  readonly atMs: number
  readonly text: string
}

/** Contents of the lanes of a tape. */
export interface TapeFacts {
  readonly names: Readonly<Record<Lane, string>>
  readonly stretches: Readonly<Record<Exclude<Lane, 'changes' | 'clock'>, readonly LaneStretch[]>>
  readonly changes: readonly LaneMark[]
}

/** Returns stretches of any values as those of a lane. */
export function laneOf<Value>(
  stretches: readonly Stretch<Value>[],
  wordsOf: (value: Value) => Pick<LaneStretch, 'text' | 'tone'>,
): readonly LaneStretch[] {
  return stretches.map(({ fromMs, untilMs, value }) => ({ fromMs, untilMs, ...wordsOf(value) }))
}

/** Paints the lanes with their names. */
export function paintLanes(paint: Paint, facts: TapeFacts, view: Span, layout: TapeLayout, look: TapeLook): void {
  paint.textBaseline = 'middle'
  for (const lane of LANES) {
    const top = layout.laneTops[lane]
    paint.font = `13px ${look.font}`
    paint.fillStyle = look.quiet
    paint.fillText(facts.names[lane], 0, layout.left > 0 ? top + layout.laneHeight / 2 : top - 9)
    if (lane === 'clock') continue
    if (lane === 'changes') {
      for (const mark of facts.changes) paintMark(paint, mark, top, view, layout, look)
      continue
    }
    for (const stretch of facts.stretches[lane]) paintStretch(paint, stretch, top, view, layout, look)
  }
}

function paintStretch(
  paint: Paint,
  { fromMs, untilMs, text, tone }: LaneStretch,
  top: number,
  view: Span,
  layout: TapeLayout,
  look: TapeLook,
): void {
  const { laneHeight, left, width } = layout
  const from = Math.max(left, xOf(layout, view, fromMs))
  const until = Math.min(left + width, Math.max(from + 3, xOf(layout, view, untilMs)))
  if (until <= left || from >= left + width) return
  const isIncident = tone === 'danger' || tone === 'fault' || tone === 'deviation'
  const colour = tone === 'deviation' ? look.warn : isIncident ? look.bad : look.accent
  if (tone === 'gone') hatch(paint, from, top, until - from, laneHeight, look.line)
  else {
    paint.fillStyle = tone === 'plain' ? look.sunken : isIncident ? look.surface : look.accentSoft
    paint.fillRect(from, top, until - from - 0.5, laneHeight)
    paint.strokeStyle = tone === 'plain' ? look.line : colour
    paint.lineWidth = isIncident ? 1.5 : 1
    paint.strokeRect(from + 0.5, top + 0.5, Math.max(1, until - from - 1.5), laneHeight - 1)
  }
  const inset = isIncident ? 18 : 6
  if (isIncident) {
    // The mark stands even where there is no room for words.
    paint.save()
    paint.translate(from + 2, top + 2.5)
    paint.scale(13 / 16, 13 / 16)
    paint.fillStyle = colour
    paint.fill(new Path2D(HEALTH_SHAPES[tone]), 'evenodd')
    paint.restore()
  }
  const room = until - from - inset - 4
  if (room < 24) return
  paint.save()
  paint.beginPath()
  paint.rect(from, top, until - from - 3, laneHeight)
  paint.clip()
  paint.font = `560 13px ${look.font}`
  paint.fillStyle = tone === 'plain' || tone === 'gone' ? look.quiet : colour
  paint.fillText(text, from + inset, top + laneHeight / 2 + 0.5)
  paint.restore()
}

function paintMark(
  paint: Paint,
  { atMs, text }: LaneMark,
  top: number,
  view: Span,
  layout: TapeLayout,
  look: TapeLook,
): void {
  if (atMs < view.fromMs || atMs >= view.untilMs) return
  const x = xOf(layout, view, atMs)
  const middle = top + layout.laneHeight / 2
  paint.fillStyle = look.accent
  paint.beginPath()
  paint.arc(x, middle, 5, 0, 2 * Math.PI)
  paint.fill()
  if (paint.measureText(text).width + 12 > layout.left + layout.width - x) return
  paint.fillStyle = look.quiet
  paint.fillText(text, x + 9, middle + 0.5)
}
