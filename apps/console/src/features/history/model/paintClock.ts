import type { QuarterAt, Span } from '@greenwave/observer/replay/gaps'
import { quarterOf } from '@greenwave/observer/replay/quarter'
import type { Paint } from '../../../shared/tape/paintRows.ts'
import type { TapeLook } from '../../../shared/tape/tapeLook.ts'
import type { TapeLayout } from './tapeLayout.ts'

/** The lane is high enough for a clock that is this much ahead or behind, seconds; more where one is worse. */
const LEAST_SECONDS = 5
const STEP_PX = 2

/** Draws how far the controller's clock was ahead, as a line around the middle of its lane. */
export function paintClock(
  paint: Paint,
  quarterAt: QuarterAt,
  { fromMs, untilMs }: Span,
  { left, width, laneTops, laneHeight }: TapeLayout,
  look: TapeLook,
): void {
  const aheads: number[] = []
  for (let x = 0; x < width; x += STEP_PX) {
    const ms = fromMs + (x / width) * (untilMs - fromMs)
    const startMs = quarterOf(ms)
    const index = Math.floor((ms - startMs) / 1000)
    aheads.push(((quarterAt(startMs)?.clockMs[index] ?? Number.NaN) - startMs) / 1000 - index)
  }
  const most = aheads.reduce(
    (sum, ahead) => (Number.isNaN(ahead) ? sum : Math.max(sum, Math.abs(ahead))),
    LEAST_SECONDS,
  )
  const middle = laneTops.clock + laneHeight / 2
  paint.fillStyle = look.line
  paint.fillRect(left, middle, width, 1)
  paint.strokeStyle = look.ink
  paint.lineWidth = 1.6
  paint.beginPath()
  let isOn = false
  aheads.forEach((ahead, nth) => {
    const y = middle - (ahead / most) * (laneHeight / 2)
    if (Number.isNaN(ahead)) isOn = false
    else if (isOn) paint.lineTo(left + STEP_PX * nth, y)
    else {
      paint.moveTo(left + STEP_PX * nth, y)
      isOn = true
    }
  })
  paint.stroke()
}
