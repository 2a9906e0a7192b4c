/** Paints a schematic street net in square tiles: streets, junctions, and names of streets where they have room. */
import type { NetNode, StreetNet } from './streetNet.ts'

/** Colours and letters of the theme. */
export interface NetLook {
  readonly street: string
  readonly ground: string
  readonly ink: string
  readonly font: string
}

/** A tile: its zoom and its number from west and north. */
export interface TileAddress {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** A point in parts of the square world of web maps, 0 to 1 from west to east and from north to south. */
export interface WorldPoint {
  readonly x: number
  readonly y: number
}

/** A piece of a street on the square world. */
interface Line {
  readonly street: string
  readonly from: WorldPoint
  readonly to: WorldPoint
}

/** Name of a street, on its middle and in its direction. Pixels of the world at one zoom; the angle is in radians. */
interface StreetLabel extends WorldPoint {
  readonly text: string
  readonly angle: number
  /** Half of its width and height on the screen. */
  readonly halfWidth: number
  readonly halfHeight: number
}

/** Side of a tile, pixels. */
export const TILE_PX = 256
const LABEL_PX = 12
/** Room around a name and between names, pixels. */
const AROUND_PX = 8
/** Part of a name's width that a street must have for the name to be shown once. */
const NEEDED_SHARE = 0.8
/** Side of the squares in which names are compared with one another, pixels. */
const SQUARE_PX = 256
/** Width of a street at the first zoom, its growth per zoom, and its limits, pixels. */
const WIDTH = { atZoom: 10, least: 1.5, perZoom: 1.4, most: 11 }

/** Projected net with the names of one zoom at a time. */
export class PaintedNet {
  readonly #points: readonly WorldPoint[]
  readonly #lines: readonly Line[]
  #named: { readonly zoom: number; readonly labels: readonly StreetLabel[] } | undefined

  /** @param project returns the place of a node on the square world */
  constructor({ nodes, edges }: StreetNet, project: (node: NetNode) => WorldPoint) {
    const points = new Map(nodes.map((node) => [node, project(node)]))
    const pointOf = (node: NetNode) => points.get(node) ?? project(node)
    this.#points = [...points.values()]
    this.#lines = edges.map(({ street, from, to }) => ({ street, from: pointOf(from), to: pointOf(to) }))
  }

  /** Paints one tile on a context whose unit is a pixel of the map. */
  paint(context: CanvasRenderingContext2D, { x, y, z }: TileAddress, look: NetLook): void {
    const worldPx = TILE_PX * 2 ** z
    const [left, top] = [x * TILE_PX, y * TILE_PX]
    const width = Math.min(WIDTH.most, Math.max(WIDTH.least, WIDTH.least + (z - WIDTH.atZoom) * WIDTH.perZoom))
    const toTile = (point: WorldPoint) => ({ x: point.x * worldPx - left, y: point.y * worldPx - top })
    const lines = this.#lines
      .map(({ from, to }) => [toTile(from), toTile(to)] as const)
      .filter(([from, to]) => isNear(from, to, width))
    const points = this.#points.map(toTile).filter((point) => isNear(point, point, width))
    context.lineCap = 'round'
    for (const [style, extra] of [
      [look.ground, 2],
      [look.street, 0],
    ] as const) {
      context.beginPath()
      for (const [from, to] of lines) {
        context.moveTo(from.x, from.y)
        context.lineTo(to.x, to.y)
      }
      context.strokeStyle = style
      context.lineWidth = width + extra
      context.stroke()
      context.beginPath()
      for (const point of points) {
        const radius = width * 0.75 + extra / 2
        context.moveTo(point.x + radius, point.y)
        context.arc(point.x, point.y, radius, 0, 2 * Math.PI)
      }
      context.fillStyle = style
      context.fill()
    }
    this.#paintNames(context, { z, left, top }, look)
  }

  #paintNames(
    context: CanvasRenderingContext2D,
    { z, left, top }: { readonly z: number; readonly left: number; readonly top: number },
    look: NetLook,
  ): void {
    context.font = `500 ${LABEL_PX}px ${look.font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.lineWidth = 4
    context.strokeStyle = look.ground
    context.fillStyle = look.ink
    if (this.#named?.zoom !== z) {
      const widthOf = (text: string) => context.measureText(text).width
      this.#named = { zoom: z, labels: streetLabels(this.#lines, TILE_PX * 2 ** z, widthOf) }
    }
    for (const { text, angle, halfWidth, halfHeight, ...at } of this.#named.labels) {
      const [x, y] = [at.x - left, at.y - top]
      if (x < -halfWidth || x > TILE_PX + halfWidth || y < -halfHeight || y > TILE_PX + halfHeight) continue
      context.save()
      context.translate(x, y)
      context.rotate(angle)
      context.strokeText(text, 0, 0)
      context.fillText(text, 0, 0)
      context.restore()
    }
  }
}

function isNear(from: WorldPoint, to: WorldPoint, margin: number): boolean {
  return (
    Math.max(from.x, to.x) >= -margin &&
    Math.min(from.x, to.x) <= TILE_PX + margin &&
    Math.max(from.y, to.y) >= -margin &&
    Math.min(from.y, to.y) <= TILE_PX + margin
  )
}

/**
 * Returns the names to show on a world of some size: on each piece of a street that is long enough, else once on a street
 * that is. No two of them overlap; the longest streets come first.
 */
export function streetLabels(
  lines: readonly Line[],
  worldPx: number,
  widthOf: (text: string) => number,
): readonly StreetLabel[] {
  const taken = new Map<string, StreetLabel[]>()
  const shown: StreetLabel[] = []
  const streets = [...Map.groupBy(lines, ({ street }) => street)].map(([street, pieces]) => ({
    street,
    pieces: pieces.map((piece) => ({ ...piece, px: lengthOf(piece) * worldPx })),
    px: extentOf(pieces) * worldPx,
  }))
  for (const { street, pieces, px } of streets.sort((a, b) => b.px - a.px || (a.street < b.street ? -1 : 1))) {
    const width = widthOf(street)
    const long = pieces.filter((piece) => piece.px >= width + 2 * AROUND_PX)
    const middle = pieces.toSorted((a, b) => b.px - a.px)[0]
    const named = long.length > 0 ? long : middle && px >= width * NEEDED_SHARE ? [middle] : []
    for (const piece of named) {
      const label = labelOn(piece, worldPx, street, width)
      const squares = squaresOf(label)
      if (squares.some((square) => taken.get(square)?.some((other) => overlap(label, other)))) continue
      for (const square of squares) taken.set(square, [...(taken.get(square) ?? []), label])
      shown.push(label)
    }
  }
  return shown
}

function labelOn({ from, to }: Line, worldPx: number, text: string, width: number): StreetLabel {
  const [eastern, western] = from.x >= to.x ? [from, to] : [to, from]
  const angle = Math.atan2(eastern.y - western.y, eastern.x - western.x)
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  return {
    text,
    angle,
    x: ((from.x + to.x) / 2) * worldPx,
    y: ((from.y + to.y) / 2) * worldPx,
    halfWidth: (width * cos + LABEL_PX * sin) / 2,
    halfHeight: (width * sin + LABEL_PX * cos) / 2,
  }
}

function overlap(a: StreetLabel, b: StreetLabel): boolean {
  return (
    Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth + AROUND_PX &&
    Math.abs(a.y - b.y) < a.halfHeight + b.halfHeight + AROUND_PX
  )
}

/** Returns the squares that a name with its room touches. */
function squaresOf({ x, y, halfWidth, halfHeight }: StreetLabel): readonly string[] {
  const squares: string[] = []
  const at = (value: number) => Math.floor(value / SQUARE_PX)
  for (let column = at(x - halfWidth - AROUND_PX); column <= at(x + halfWidth + AROUND_PX); column += 1)
    for (let row = at(y - halfHeight - AROUND_PX); row <= at(y + halfHeight + AROUND_PX); row += 1)
      squares.push(`${column} ${row}`)
  return squares
}

function lengthOf({ from, to }: Line): number {
  return Math.hypot(from.x - to.x, from.y - to.y)
}

/** Returns the diagonal of the box around lines, in parts of the world. */
function extentOf(lines: readonly Line[]): number {
  let [west, east, north, south] = [1, 0, 1, 0]
  for (const { from, to } of lines) {
    west = Math.min(west, from.x, to.x)
    east = Math.max(east, from.x, to.x)
    north = Math.min(north, from.y, to.y)
    south = Math.max(south, from.y, to.y)
  }
  return Math.hypot(east - west, south - north)
}
