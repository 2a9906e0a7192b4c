/** Schematic street net: junctions whose names contain the same street are joined in order along that street. */

/** A name contains its streets with a dash between them: "Lê Lợi – Pasteur". */
const BETWEEN_STREETS = /\s+[–—-]\s+/
/** Words before the first street that belong to no street. */
const KIND_OF_JUNCTION = /^(?:ngã (?:ba|tư|năm|sáu|bảy)|nút giao|giao lộ|đường)\s+(?=\D)/iu

/** Longest distance between neighbours on a street, metres; beyond it they are two streets of one name. */
const LONGEST_M = 4000
/** Most junctions of one name that are compared with one another; longer streets are joined part by part. */
const MOST_COMPARED = 200
/** Most streets of one name; the rest of a longer text is no list of streets. */
const MOST_STREETS = 4
const METRES_PER_DEGREE = 111_320

/** A junction as far as the net needs it. Degrees; null where its place is unknown. */
export interface NamedPlace {
  readonly id: string
  readonly label: string
  readonly latitude: number | null
  readonly longitude: number | null
}

/** A junction with a place. */
export interface NetNode {
  readonly id: string
  readonly latitude: number
  readonly longitude: number
}

/** A piece of a street between two neighbouring junctions. */
interface NetEdge {
  readonly street: string
  readonly from: NetNode
  readonly to: NetNode
}

/** Junctions with a place, and the pieces of streets between them. */
export interface StreetNet {
  readonly nodes: readonly NetNode[]
  readonly edges: readonly NetEdge[]
}

/** Splits the name of a junction into its streets. */
export function streetsOf(name: string): readonly string[] {
  return name.split(BETWEEN_STREETS)
}

/**
 * Joins the junctions of each street along it; two junctions have at most one edge, even if they share two streets.
 * Independent of the order of the junctions. Time and the number of edges grow linearly with the number of junctions.
 */
export function streetNet(junctions: Iterable<NamedPlace>): StreetNet {
  const nodes: NetNode[] = []
  const streets = new Map<string, { name: string; nodes: NetNode[] }>()
  for (const { id, label, latitude, longitude } of [...junctions].sort(byId)) {
    if (latitude === null || longitude === null) continue
    const node = { id, latitude, longitude }
    nodes.push(node)
    for (const [key, name] of streetKeys(label)) {
      const street = streets.get(key)
      if (street) street.nodes.push(node)
      else streets.set(key, { name, nodes: [node] })
    }
  }
  const joined = new Set<string>()
  const edges = [...streets.values()].flatMap((street) =>
    joinStreet(street.nodes).flatMap(([from, to]) => {
      const pair = from.id < to.id ? `${from.id} ${to.id}` : `${to.id} ${from.id}`
      if (joined.has(pair)) return []
      joined.add(pair)
      return { street: street.name, from, to }
    }),
  )
  return { nodes, edges }
}

/** Returns the streets of a name with a key that ignores case and spaces, each once. */
function streetKeys(label: string): ReadonlyMap<string, string> {
  const streets = streetsOf(label.normalize('NFC').trim().replace(KIND_OF_JUNCTION, '')).slice(0, MOST_STREETS)
  const names = streets.map((street) => street.trim().replaceAll(/\s+/g, ' ')).filter(Boolean)
  return new Map(names.map((name) => [name.toLocaleLowerCase('vi'), name]))
}

/** A node with its place on a plane, metres. */
interface Spot {
  readonly node: NetNode
  readonly x: number
  readonly y: number
}

/**
 * Joins the nodes of one street by the shortest lines that reach all of them, which on a street are those between
 * neighbours, around bends as well. A long street is cut into parts along its direction, each with the last node of the
 * part before it.
 */
function joinStreet(nodes: readonly NetNode[]): readonly (readonly [NetNode, NetNode])[] {
  if (nodes.length < 2) return []
  const spots = nodes.length > MOST_COMPARED ? alongDirection(spotsOf(nodes)) : spotsOf(nodes)
  const pairs: [NetNode, NetNode][] = []
  for (let begin = 0; begin < spots.length - 1; begin += MOST_COMPARED - 1)
    pairs.push(...spanning(spots.slice(begin, begin + MOST_COMPARED)))
  return pairs
}

function spotsOf(nodes: readonly NetNode[]): readonly Spot[] {
  const latitude = meanOf(nodes, (node) => node.latitude)
  const metresEast = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  return nodes.map((node) => ({ node, x: node.longitude * metresEast, y: node.latitude * METRES_PER_DEGREE }))
}

/** Sorts places along the direction in which they are spread most. */
function alongDirection(spots: readonly Spot[]): readonly Spot[] {
  const [x, y] = [meanOf(spots, (spot) => spot.x), meanOf(spots, (spot) => spot.y)]
  const product = (of: (spot: Spot) => number) => meanOf(spots, of)
  const angle =
    Math.atan2(
      2 * product((spot) => (spot.x - x) * (spot.y - y)),
      product((spot) => (spot.x - x) ** 2) - product((spot) => (spot.y - y) ** 2),
    ) / 2
  const along = (spot: Spot) => (spot.x - x) * Math.cos(angle) + (spot.y - y) * Math.sin(angle)
  return [...spots].sort((a, b) => along(a) - along(b) || byId(a.node, b.node))
}

/** Returns the pairs of the shortest tree over some places (Prim), without pairs that are too far apart. */
function spanning(spots: readonly Spot[]): readonly [NetNode, NetNode][] {
  const [first, ...rest] = spots
  if (!first) return []
  let left = rest.map((spot) => ({ spot, nearest: first, square: squareOf(first, spot) }))
  const pairs: [NetNode, NetNode][] = []
  while (left.length > 0) {
    const next = left.reduce((best, one) => (one.square < best.square ? one : best))
    if (next.square <= LONGEST_M ** 2) pairs.push([next.nearest.node, next.spot.node])
    left = left.flatMap((one) => {
      if (one === next) return []
      const square = squareOf(next.spot, one.spot)
      return square < one.square ? { spot: one.spot, nearest: next.spot, square } : one
    })
  }
  return pairs
}

function squareOf(a: Spot, b: Spot): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
}

function meanOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0) / values.length
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
