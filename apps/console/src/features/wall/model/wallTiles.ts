import type { WrongRow } from '../../../data/fleet/worstFirst.ts'

/** A tile of the wall: a junction, or junctions that were lost together. */
export interface WallTile {
  /** The worst that is wrong there. */
  readonly row: WrongRow
  /** How many more incidents the junction has. */
  readonly others: number
}

/** Levels from this one on have a tile. What is muted has none. */
export const FIRST_TILED = 2

/** Returns the tiles of what is wrong, in its order, one for each junction. */
export function wallTiles(rows: readonly WrongRow[]): readonly WallTile[] {
  const tiles: { row: WrongRow; others: number }[] = []
  const ofJunction = new Map<string, { others: number }>()
  for (const row of rows) {
    if (row.level < FIRST_TILED) continue
    const known = row.kind === 'incident' ? ofJunction.get(row.incident.junctionId) : undefined
    if (known) {
      known.others += 1
      continue
    }
    const tile = { row, others: 0 }
    tiles.push(tile)
    if (row.kind === 'incident') ofJunction.set(row.incident.junctionId, tile)
  }
  return tiles
}
