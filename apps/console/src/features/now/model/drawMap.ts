/** Draws marks, names and rings on a canvas. */

import { dotOf } from './MapFleet.ts'
import { isMarked, type MapJunction } from './mapJunction.ts'
import type { MapMark } from './mapMarks.ts'
import type { MapSprites, Sprite } from './mapSprites.ts'
import { isInView, type MapView, type Point, toView } from './mapView.ts'

/** A mark that is pointed at, with its name; a selected one has a stronger ring. */
export interface Highlight {
  readonly mark: MapMark
  readonly text: string
  readonly isSelected: boolean
}

/** Contents that `drawMarks` draws; `rightEdge` is where the visible part of the canvas ends, pixels. */
interface MarksToDraw {
  /** The worst last. */
  readonly marks: readonly MapMark[]
  readonly highlights: readonly Highlight[]
  readonly rightEdge: number
}

/** How far outside of the canvas a middle may be for its mark to reach in, pixels. */
const MARGIN = 24
const BADGE = { height: 18, padding: 6, font: 12 }
const LABEL = { height: 30, padding: 9, font: 13.5, gap: 24, longest: 48 }
const RING_PX = { mark: 19, dot: 12 }
/** Side of the dot of a junction that is pointed at, pixels. */
const LONE_DOT_PX = 17

/** Draws the marks, with the number of their junctions if there are several, and what is pointed at above all. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  view: MapView,
  { marks, highlights, rightEdge }: MarksToDraw,
  sprites: MapSprites,
): void {
  context.clearRect(0, 0, view.width, view.height)
  const draw = ({ junctions, ...place }: MapMark) => {
    const at = toView(view, place)
    if (!isInView(view, at, MARGIN)) return
    drawSprite(context, spriteOf(junctions[0], sprites), at)
    if (junctions.length > 1) drawBadge(context, String(junctions.length), at, sprites)
  }
  for (const mark of marks) draw(mark)
  for (const { mark, text, isSelected } of highlights) {
    const at = toView(view, mark)
    if (!isInView(view, at, MARGIN)) continue
    context.beginPath()
    context.arc(at.x, at.y, isMarked(mark.junctions[0]) ? RING_PX.mark : RING_PX.dot, 0, 2 * Math.PI)
    context.lineWidth = isSelected ? 3 : 2
    context.strokeStyle = sprites.look.accent
    context.stroke()
    draw(mark)
    drawLabel(context, rightEdge, text, at, sprites)
  }
}

function spriteOf(junction: MapJunction, sprites: MapSprites): Sprite {
  const { health } = junction
  return health && isMarked(junction)
    ? sprites.mark(health.mark, !health.current)
    : sprites.dot(dotOf(junction), LONE_DOT_PX)
}

/** Draws a picture with its middle at a point; whole pixels keep its edges sharp. */
function drawSprite(context: CanvasRenderingContext2D, { canvas, side }: Sprite, { x, y }: Point): void {
  context.drawImage(canvas, Math.round(x - side / 2), Math.round(y - side / 2), side, side)
}

function drawBadge(context: CanvasRenderingContext2D, text: string, at: Point, { look }: MapSprites): void {
  context.font = `650 ${BADGE.font}px ${look.font}`
  const width = Math.max(BADGE.height, context.measureText(text).width + 2 * BADGE.padding)
  const [left, top] = [at.x + 5, at.y - BADGE.height - 2]
  drawBox(context, left, top, width, BADGE.height, BADGE.height / 2, look)
  context.textAlign = 'center'
  context.fillText(text, left + width / 2, top + BADGE.height / 2 + 0.5)
}

/** Draws a name beside a mark, on its left where there is no room on its right. */
function drawLabel(
  context: CanvasRenderingContext2D,
  rightEdge: number,
  text: string,
  at: Point,
  { look }: MapSprites,
): void {
  const shown = text.length > LABEL.longest ? `${text.slice(0, LABEL.longest - 1)}…` : text
  context.font = `600 ${LABEL.font}px ${look.font}`
  const width = context.measureText(shown).width + 2 * LABEL.padding
  const right = at.x + LABEL.gap
  const left = right + width <= rightEdge ? right : at.x - LABEL.gap - width
  drawBox(context, left, at.y - LABEL.height / 2, width, LABEL.height, 7, look)
  context.textAlign = 'left'
  context.fillText(shown, left + LABEL.padding, at.y + 0.5)
}

/** Draws a box in the surface's colour, and makes ready to write on it. */
function drawBox(
  context: CanvasRenderingContext2D,
  left: number,
  top: number,
  width: number,
  height: number,
  radius: number,
  { surface, line, ink }: MapSprites['look'],
): void {
  context.beginPath()
  context.roundRect(left, top, width, height, radius)
  context.fillStyle = surface
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = line
  context.stroke()
  context.fillStyle = ink
  context.textBaseline = 'middle'
}
