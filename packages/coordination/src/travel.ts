import {
  type ByDirection,
  byDirection,
  type Corridor,
  type CorridorJunction,
  type Direction,
  KMH_PER_M_PER_S,
} from './corridor.ts'

/**
 * Returns when the traffic of each direction that passes the first junction at 0 passes each junction, whole
 * milliseconds; inbound traffic passes the further ones before, at negative times. Everything that is computed of these
 * is exact. A link without a speed takes no time, which matters only where no one drives.
 */
export function passingTimesMs(corridor: Corridor): ByDirection<readonly number[]> {
  return byDirection((direction) => {
    let seconds = 0
    return corridor.map((_junction, index) => {
      seconds += linkSeconds(corridor, index, direction)
      return Math.round(seconds * 1000) * (direction === 'outbound' ? 1 : -1) || 0
    })
  })
}

/** Returns the seconds on the link from the junction before; 0 for the first junction. */
function linkSeconds(corridor: Corridor, index: number, direction: Direction): number {
  const [from, to] = [corridor[index - 1], corridor[index]]
  const speed = to?.speedKmh[direction]
  return from && to && speed ? ((to.positionM - from.positionM) * KMH_PER_M_PER_S) / speed : 0
}

/** Returns the indices of the links, by the junction at their outbound end, that a direction's traffic drives. */
export function drivenLinks(
  corridor: readonly Pick<CorridorJunction, 'greens'>[],
  direction: Direction,
): readonly number[] {
  const served = corridor.flatMap(({ greens }, index) => (greens[direction] ? [index] : []))
  const [first, last] = [served[0] ?? 0, served.at(-1) ?? 0]
  return corridor.flatMap((_junction, index) => (index > first && index <= last ? [index] : []))
}
