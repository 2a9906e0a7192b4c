/** A junction on the map: its place on the square world of web maps, and what its mark follows from. */
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import type { Health } from '../../../data/health.ts'

/** A junction with a place. */
export interface MapJunction {
  readonly id: string
  readonly label: string
  /** Degrees. */
  readonly latitude: number
  readonly longitude: number
  /** The place on the square world, 0 to 1 from west to east and from north to south. */
  readonly x: number
  readonly y: number
  /** Null while too little is known. */
  readonly health: Health | null
}

/** Levels from this one on have a mark of their own; the others are dots. */
const FIRST_MARKED = 2

/** Returns a junction as the map shows it; null if its place is not known. */
export function mapJunction(
  { id, label, latitude, longitude }: FleetJunction,
  health: Health | null,
): MapJunction | null {
  if (latitude === null || longitude === null) return null
  return { id, label, latitude, longitude, x: worldX(longitude), y: worldY(latitude), health }
}

/** Returns whether a junction is more than a dot. */
export function isMarked({ health }: MapJunction): boolean {
  return health !== null && health.level >= FIRST_MARKED
}

/** Orders junctions by severity, the worst first; of one level the oldest first. */
export function worseFirst(a: MapJunction, b: MapJunction): number {
  const [first, second] = [a.health, b.health]
  return (
    (second?.level ?? 0) - (first?.level ?? 0) ||
    (first?.sinceMs ?? 0) - (second?.sinceMs ?? 0) ||
    (a.id < b.id ? -1 : 1)
  )
}

function worldX(longitude: number): number {
  return longitude / 360 + 0.5
}

/** Web maps end before the poles (EPSG:3857); what lies beyond is at their edge. */
function worldY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.min(1, Math.max(0, y))
}
