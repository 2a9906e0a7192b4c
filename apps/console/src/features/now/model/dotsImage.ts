/**
 * A dot for each junction. Ten thousand pictures take a canvas 30 ms or more where no graphics card helps, so the dots
 * are put together here, pixel by pixel, in a tenth of that.
 */

import { type DotKind, dotOf } from './MapFleet.ts'
import type { MapJunction } from './mapJunction.ts'
import type { MapSprites, Pixels } from './mapSprites.ts'
import type { MapView } from './mapView.ts'

/** Part of a dot that covers something: where, from its corner, and with which pixel. */
interface Stamp {
  readonly side: number
  readonly offsets: Int32Array
  readonly pixels: Uint32Array
}

/** Sides of dots, pixels of the page: the more room there is for each, the larger. */
const SIDES = { least: 8, most: 17, ofRoom: 0.8 }
/** Where in a pixel it says how much it covers. All machines with browsers have the lowest byte first. */
const COVER_SHIFT = 24

/** Draws a dot for each junction on a canvas, by way of a picture of its size, which the caller keeps. */
export function drawDots(
  context: CanvasRenderingContext2D,
  picture: ImageData,
  view: MapView,
  junctions: Iterable<MapJunction>,
  sprites: MapSprites,
): void {
  const { width, height, data } = picture
  const scale = view.worldPx * sprites.ratio
  const [left, top] = [view.left * sprites.ratio, view.top * sprites.ratio]
  const shown: MapJunction[] = []
  for (const junction of junctions) {
    const [across, down] = [junction.x * scale - left, junction.y * scale - top]
    if (across >= 0 && down >= 0 && across <= width && down <= height) shown.push(junction)
  }
  const side = dotSide(view, shown.length)
  const stamps = new Map<DotKind, Stamp>()
  const into = new Uint32Array(data.buffer)
  into.fill(0)
  for (const junction of shown) {
    const kind = dotOf(junction)
    const stamp = stamps.get(kind) ?? stampOf(sprites.dotPixels(kind, side), width)
    stamps.set(kind, stamp)
    const middle = stamp.side >> 1
    const x = Math.round(junction.x * scale - left) - middle
    const y = Math.round(junction.y * scale - top) - middle
    // Dots cut by the edge are in the border, which is not visible.
    if (x >= 0 && y >= 0 && x + stamp.side <= width && y + stamp.side <= height) putStamp(into, stamp, y * width + x)
  }
  context.putImageData(picture, 0, 0)
}

/** Returns the side of dots where so many are shown, in whole pixels of the page. */
export function dotSide({ width, height }: MapView, count: number): number {
  const room = Math.sqrt((width * height) / Math.max(1, count))
  return Math.round(Math.min(SIDES.most, Math.max(SIDES.least, room * SIDES.ofRoom)))
}

/** Returns the stamp of a square dot for a picture of a width. */
export function stampOf({ data, width: side }: Pixels, width: number): Stamp {
  const all = new Uint32Array(data.buffer)
  const covering = [...all.keys()].filter((at) => (all[at] ?? 0) >>> COVER_SHIFT > 0)
  return {
    side,
    offsets: Int32Array.from(covering, (at) => Math.floor(at / side) * width + (at % side)),
    pixels: Uint32Array.from(covering, (at) => all[at] ?? 0),
  }
}

/** Puts a stamp into a picture, with its corner at a pixel. Of two pixels the one that covers more stays. */
export function putStamp(picture: Uint32Array, { offsets, pixels }: Stamp, corner: number): void {
  for (let i = 0; i < offsets.length; i += 1) {
    const at = corner + (offsets[i] ?? 0)
    const pixel = pixels[i] ?? 0
    if (pixel >>> COVER_SHIFT >= (picture[at] ?? 0) >>> COVER_SHIFT) picture[at] = pixel
  }
}
