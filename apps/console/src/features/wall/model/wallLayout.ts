/** How tiles and dots are laid out on a wall of any size, so that as much as possible is seen from across the room. */

/** The place for tiles, pixels. */
export interface WallArea {
  readonly width: number
  readonly height: number
}

/** A layout of tiles. */
export interface WallLayout {
  /** The size of a tile's name, pixels. All of a tile is measured in it. */
  readonly size: number
  readonly columns: number
  /** How many of the tiles are shown, and how many are only counted, in a tile of their own. */
  readonly shown: number
  readonly more: number
  /** True on a screen that is too small for a wall: there the tiles are a list that scrolls. */
  readonly scrolls: boolean
}

/** The least width of a tile, its height, and the gap between tiles, in sizes of its name. */
const TILE_WIDTH = 15
export const TILE_HEIGHT = 6.7
export const TILE_GAP = 0.5

/** The smallest name is this part of the width, and at least so large. Pixels. */
const SMALLEST_PART = 1 / 80
const SMALLEST = 18
/** Where there are few tiles, they are up to so much larger. */
const LARGEST = 3
const STEPS = 20

/** Narrower places scroll, pixels. They show so many tiles. */
const WALL_WIDTH = 640
const SCROLLED = 30

/** Returns the layout of some tiles with the largest names with which all fit; if they do not, the smallest. */
export function wallLayout({ width, height }: WallArea, count: number): WallLayout {
  if (width < WALL_WIDTH) {
    const shown = Math.min(count, SCROLLED)
    return { size: SMALLEST, columns: 1, shown, more: count - shown, scrolls: true }
  }
  const smallest = Math.max(SMALLEST, width * SMALLEST_PART)
  const fitting = (size: number) => {
    const along = (room: number, part: number) =>
      Math.max(1, Math.floor((room + TILE_GAP * size) / ((part + TILE_GAP) * size)))
    return { columns: along(width, TILE_WIDTH), rows: along(height, TILE_HEIGHT) }
  }
  for (let step = STEPS; step >= 0; step -= 1) {
    const size = smallest * (1 + ((LARGEST - 1) * step) / STEPS)
    const { columns, rows } = fitting(size)
    // A place that is too small even for the smallest tile has one row of them, which is cut off.
    const isWithin = step === 0 || (TILE_HEIGHT * size <= height && TILE_WIDTH * size <= width)
    if (isWithin && columns * rows >= count) return { size, columns, shown: count, more: 0, scrolls: false }
  }
  const { columns, rows } = fitting(smallest)
  const shown = columns * rows - 1
  return { size: smallest, columns, shown, more: count - shown, scrolls: false }
}

/** Dots in rows, of which the last may be shorter. */
export interface DotGrid {
  /** Width and height of a dot's place, pixels. */
  readonly cell: number
  readonly columns: number
  readonly fullRows: number
  readonly rest: number
}

/** The least and the largest place of a dot, pixels. */
const LEAST_CELL = 2
const LARGEST_CELL = 22

/** Returns the grid with the largest dots of which so many fit; for more than can be drawn, the smallest ones. */
export function dotGrid({ width, height }: WallArea, count: number): DotGrid {
  const gridOf = (cell: number): DotGrid => {
    const columns = Math.max(1, Math.floor(width / cell))
    return { cell, columns, fullRows: Math.floor(count / columns), rest: count % columns }
  }
  for (let cell = LARGEST_CELL; cell > LEAST_CELL; cell -= 1) {
    const grid = gridOf(cell)
    if ((grid.fullRows + Math.sign(grid.rest)) * cell <= height) return grid
  }
  return gridOf(LEAST_CELL)
}

/** A wall is moved by so much at most, pixels, so that no edge stays on the same points of the screen for weeks. */
export const LARGEST_SHIFT = 6

/** Returns by how much all is moved in a minute (any count of minutes), pixels: round in a circle, in an hour. */
export function shiftAt(minute: number): { readonly x: number; readonly y: number } {
  const angle = ((minute % 60) / 60) * 2 * Math.PI
  return { x: Math.round(LARGEST_SHIFT * Math.cos(angle)), y: Math.round(LARGEST_SHIFT * Math.sin(angle)) }
}
