/** The marks on the map: junctions in trouble, those that would cover one another as one mark. */
import Supercluster from 'supercluster'
import { type MapJunction, worseFirst } from './mapJunction.ts'

/** Mark on the map. */
export interface MapMark {
  /** Place on the square world: the middle of its junctions. */
  readonly x: number
  readonly y: number
  /** The junctions that it stands for, the worst first: that one gives shape and colour. */
  readonly junctions: readonly [MapJunction, ...MapJunction[]]
}

/** Junctions closer than this share a mark, pixels. */
const NEAR_PX = 32
/** Side of a tile, pixels: what the distance is measured by. */
const TILE_PX = 256
const WHOLE_WORLD: [west: number, south: number, east: number, north: number] = [-180, -90, 180, 90]

/**
 * Returns the marks of junctions at a zoom, the worst last, so that nothing less covers it. The caller leaves healthy
 * junctions out, so that they never hide one in trouble.
 */
export function groupMarks(junctions: readonly MapJunction[], zoom: number): readonly MapMark[] {
  const level = Math.max(0, Math.floor(zoom))
  // One zoom alone: what is in trouble changes all the time, so others would be thrown away unused.
  const clusters = new Supercluster<{ at: number }>({
    radius: NEAR_PX,
    extent: TILE_PX,
    minZoom: level,
    maxZoom: level,
  }).load(
    junctions.map(({ longitude, latitude }, at) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { at },
    })),
  )
  const marks = clusters.getClusters(WHOLE_WORLD, level).flatMap(({ properties }) => {
    const leaves = 'cluster_id' in properties ? clusters.getLeaves(properties.cluster_id, Infinity) : [{ properties }]
    return markOf(leaves.flatMap((leaf) => junctions[leaf.properties.at] ?? []))
  })
  return marks.sort((a, b) => worseFirst(b.junctions[0], a.junctions[0]))
}

/** Returns the mark of one or more junctions, as a list, which is empty for none. */
function markOf(junctions: readonly MapJunction[]): MapMark[] {
  const [worst, ...rest] = [...junctions].sort(worseFirst)
  if (!worst) return []
  const middle = (of: (junction: MapJunction) => number) =>
    junctions.reduce((sum, junction) => sum + of(junction), 0) / junctions.length
  return [{ x: middle(({ x }) => x), y: middle(({ y }) => y), junctions: [worst, ...rest] }]
}
