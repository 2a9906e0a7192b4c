/** The part of the square world that a canvas shows, and what is under a point of it. */
import type { MapJunction } from './mapJunction.ts'
import type { MapMark } from './mapMarks.ts'

/** The part of the world that a canvas shows. All lengths are pixels of the page. */
export interface MapView {
  /** How wide and high the whole world is. */
  readonly worldPx: number
  /** Distance of the canvas' corner from the world's north-western one. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A place of the world, 0 to 1, or a point in pixels from the canvas' corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** How far from its middle a mark and a dot are still met, pixels. */
const MARK_REACH = 16
const DOT_REACH = 9

/** Returns where a place of the world is on the canvas; it may be outside. */
export function toView({ worldPx, left, top }: MapView, place: Point): Point {
  return { x: place.x * worldPx - left, y: place.y * worldPx - top }
}

/** Returns whether a point is on the canvas, or no more than `margin` pixels outside. */
export function isInView({ width, height }: MapView, { x, y }: Point, margin: number): boolean {
  return x >= -margin && y >= -margin && x <= width + margin && y <= height + margin
}

/**
 * Finds the mark under a point: the nearest mark in reach, else the nearest dot, as a mark of one junction; null for
 * nothing. `wider` is added to the reach, for fingers.
 */
export function markAt(
  point: Point,
  view: MapView,
  marks: Iterable<MapMark>,
  dots: Iterable<MapJunction>,
  wider = 0,
): MapMark | null {
  const place = { x: (point.x + view.left) / view.worldPx, y: (point.y + view.top) / view.worldPx }
  const mark = nearest(place, marks, (MARK_REACH + wider) / view.worldPx)
  if (mark) return mark
  const dot = nearest(place, dots, (DOT_REACH + wider) / view.worldPx)
  return dot && { x: dot.x, y: dot.y, junctions: [dot] }
}

/** Returns the nearest one within reach; of equally near ones the last, which is drawn on top. */
function nearest<T extends Point>({ x, y }: Point, places: Iterable<T>, reach: number): T | null {
  let best: T | null = null
  let least = reach * reach
  for (const place of places) {
    const distance = (place.x - x) ** 2 + (place.y - y) ** 2
    if (distance > least) continue
    best = place
    least = distance
  }
  return best
}
