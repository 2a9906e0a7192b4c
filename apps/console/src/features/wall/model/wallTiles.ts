import type { WrongRow } from '../../../data/fleet/worstFirst.ts'

/** A tile of the wall: a junction, or junctions that were lost together. */
export interface WallTile {
  /** The worst that is wrong there. */
  readonly row: WrongRow
  /** How many more incidents the junction has. */
  readonly others: number
}

/** Returns the tiles of what is wrong, in its order. What is muted has none, and a junction has one. */
export function wallTiles(rows: readonly WrongRow[]): readonly WallTile[] {
  const tiles: { row: WrongRow; others: number }[] = []
  const ofJunction = new Map<string, { others: number }>()
  for (const row of rows) {
    if (row.level < 2) continue
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
