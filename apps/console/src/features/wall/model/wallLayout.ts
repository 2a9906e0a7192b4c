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
  /** How many dangers are in one row, each with its lamps; 0 where they have tiles as all others. */
  readonly lanes: number
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
/** The least width and the usual height of the tile of a danger, with its lamps beside its text. */
const DANGER_WIDTH = 22
export const DANGER_HEIGHT = 9
/** Largest part of the height that dangers take where that leaves other tiles without a place. */
const DANGER_PART = 0.6

/** The smallest name is this part of the width, and at least so large. Pixels. */
const SMALLEST_PART = 1 / 80
const SMALLEST = 18
/** Where there are few tiles, they are up to so much larger. */
const LARGEST = 3
const STEPS = 20

/** Narrower places scroll, pixels. They show so many tiles. */
const WALL_WIDTH = 640
const SCROLLED = 30

/**
 * Returns the layout of some tiles with the largest names with which all fit; if they do not, the smallest. The tile of a
 * danger has the full width and lamps. Several dangers share a row where only then all tiles fit; where even so they
 * leave too little for others, they have small tiles without lamps.
 *
 * @param dangers how many of the tiles, the first ones, are dangers
 */
export function wallLayout({ width, height }: WallArea, count: number, dangers = 0): WallLayout {
  if (width < WALL_WIDTH) {
    const shown = Math.min(count, SCROLLED)
    return { size: SMALLEST, columns: 1, lanes: Math.min(dangers, 1), shown, more: count - shown, scrolls: true }
  }
  const smallest = Math.max(SMALLEST, width * SMALLEST_PART)
  const along = (room: number, part: number) => Math.max(0, Math.floor((room + TILE_GAP) / (part + TILE_GAP)))
  const mostLanes = Math.min(dangers, along(width / smallest, DANGER_WIDTH))
  const lanesToTry = Array.from({ length: mostLanes }, (_, index) => index + 1)
  /** What fits with names of a size, where so many dangers are in a row. */
  const fitting = (size: number, lanes: number) => {
    const used = lanes === 0 ? 0 : Math.ceil(dangers / lanes) * (DANGER_HEIGHT + TILE_GAP)
    const columns = Math.max(1, along(width / size, TILE_WIDTH))
    const rows = along(height / size - used, TILE_HEIGHT)
    return { columns, used: used * size, rows: lanes === 0 ? Math.max(1, rows) : rows }
  }
  const large = (lanes: number) => (lanes === 0 ? 0 : dangers)
  for (const lanes of [...lanesToTry, 0]) {
    for (let step = STEPS; step >= 0; step -= 1) {
      const size = smallest * (1 + ((LARGEST - 1) * step) / STEPS)
      const { columns, used, rows } = fitting(size, lanes)
      // A place that is too small even for the smallest tile has one row of them, which is cut off.
      const isWithin =
        lanes > 0
          ? used <= height + TILE_GAP * size && (lanes * (DANGER_WIDTH + TILE_GAP) - TILE_GAP) * size <= width
          : step === 0 || (TILE_HEIGHT * size <= height && TILE_WIDTH * size <= width)
      if (isWithin && columns * rows >= count - large(lanes))
        return { size, columns, lanes, shown: count, more: 0, scrolls: false }
    }
  }
  const lanes = lanesToTry.find((tried) => fitting(smallest, tried).used <= DANGER_PART * height) ?? 0
  const { columns, rows } = fitting(smallest, lanes)
  const shown = large(lanes) + Math.max(0, columns * rows - 1)
  return { size: smallest, columns, lanes, shown, more: count - shown, scrolls: false }
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
