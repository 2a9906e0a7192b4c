import {
  byDirection,
  type ByDirection,
  type CorridorJunction,
  cycleOf,
  type Direction,
  DIRECTIONS,
} from './corridor.ts'

/** An arrangement of a junction's phases within its cycle. */
export interface Layout {
  /** Second at which each direction's green begins while the offset is 0; null without a green. */
  readonly starts: ByDirection<number | null>
  /** Indices of the phases in the order in which they run; null where nothing says what the phases are. */
  readonly order: readonly number[] | null
  /** Second at which each phase's block begins, by phase; null likewise. */
  readonly phaseStarts: readonly number[] | null
}

/**
 * All arrangements with one order of the phases. They differ in the unused time before the phases in which directions
 * have their greens: `Shifts`, with 0 <= first <= second <= unused.
 */
export interface LayoutFamily {
  readonly order: readonly number[] | null
  /** The starts without unused time before them. */
  readonly earliest: ByDirection<number | null>
  /** Whether a direction's green is in the first or in the second phase that has greens. */
  readonly rank: ByDirection<'first' | 'second'>
  /** Whether directions have greens in two phases. In one phase both shifts are the same. */
  readonly hasTwo: boolean
  /** Seconds of the cycle without a block. */
  readonly unused: number
  /** Whether the last phase with a green ends the cycle: all unused time is before it. */
  readonly endsCycle: boolean
  readonly blocks: readonly number[]
  /** The phases that have greens, in their order. */
  readonly withGreen: readonly number[]
}

/** Seconds of unused time before the first and the second phase that has greens, all in all. */
export interface Shifts {
  readonly first: number
  readonly second: number
}

/** Where a direction's green is: in which phase, and how many seconds after the beginning of its block. */
interface GreenPlace {
  readonly phase: number
  readonly after: number
}

/**
 * Returns the arrangements that a junction's controller can run at a common cycle, the order of phases first. Without
 * `blocks` there is one, as it is now.
 *
 * (R6) (R8) Blocks follow one another within the cycle, with the unused time before any of them; the last ends with the
 * cycle, because that is what makes the cycle. Unused time that no green depends on is before the last block.
 */
export function layoutFamilies(junction: CorridorJunction, commonCycle: number): readonly LayoutFamily[] {
  const { blocks, greens } = junction
  const places = blocks && greenPlaces(junction, commonCycle)
  if (!blocks || !places) {
    const earliest = byDirection((direction) => greens[direction]?.start ?? null)
    const rank = byDirection(() => 'first' as const)
    return [{ order: null, earliest, rank, hasTwo: false, unused: 0, endsCycle: false, blocks: [], withGreen: [] }]
  }
  const unused = cycleOf(junction, commonCycle) - total(blocks)
  return ordersOf(blocks).map((order): LayoutFamily => {
    const withGreen = order.filter((phase) => DIRECTIONS.some((direction) => places[direction]?.phase === phase))
    const phaseStarts = startsWith(blocks, order, new Map())
    return {
      order,
      earliest: byDirection((direction) => {
        const place = places[direction]
        return place && (phaseStarts[place.phase] ?? 0) + place.after
      }),
      rank: byDirection((direction) => (withGreen.indexOf(places[direction]?.phase ?? -1) === 1 ? 'second' : 'first')),
      hasTwo: withGreen.length > 1,
      unused,
      endsCycle: withGreen.at(-1) === order.at(-1),
      blocks,
      withGreen,
    }
  })
}

/** Returns all shifts of a family: every way of putting unused time before the phases that have greens. */
export function* allShifts({ hasTwo, unused, endsCycle }: LayoutFamily): Generator<Shifts> {
  for (let second = endsCycle ? unused : 0; second <= unused; second++) {
    for (let first = hasTwo ? 0 : second; first <= second; first++) yield { first, second }
  }
}

/** Returns shifts of a family with this much unused time between its two phases with greens. */
export function shiftsBetween({ unused, endsCycle }: LayoutFamily, between: number): Shifts {
  const second = endsCycle ? unused : between
  return { first: second - between, second }
}

/** Returns the start of a direction's green with some shifts; null without a green. */
export function startOf({ earliest, rank }: LayoutFamily, direction: Direction, shifts: Shifts): number | null {
  const start = earliest[direction]
  return start === null ? null : start + shifts[rank[direction]]
}

/** Returns the arrangement of a family with some shifts. */
export function layoutAt(family: LayoutFamily, shifts: Shifts): Layout {
  const { order, blocks, withGreen, hasTwo, unused } = family
  const starts = byDirection((direction) => startOf(family, direction, shifts))
  if (!order) return { starts, order: null, phaseStarts: null }
  const gaps = new Map([[order.at(-1) ?? 0, unused - shifts.second]])
  const [first, second] = withGreen
  if (hasTwo && second !== undefined) gaps.set(second, shifts.second - shifts.first + (gaps.get(second) ?? 0))
  if (first !== undefined) gaps.set(first, shifts.first + (gaps.get(first) ?? 0))
  return { starts, order, phaseStarts: startsWith(blocks, order, gaps) }
}

/**
 * Returns in which phase each direction's green is; null if it is in none. Its start counts as if the blocks followed
 * one another from second 0, or later by unused time. Of several readings the one with the green nearest to the
 * beginning of its block is meant, and then the one with the least unused time before it.
 */
export function greenPlaces(junction: CorridorJunction, commonCycle: number): ByDirection<GreenPlace | null> | null {
  const { blocks, greens } = junction
  if (!blocks) return null
  const unused = cycleOf(junction, commonCycle) - total(blocks)
  const readings = byDirection((direction) => {
    const green = greens[direction]
    if (!green) return null
    return blocks
      .flatMap((block, phase) => {
        const least = total(blocks.slice(0, phase))
        return Array.from({ length: Math.max(0, block - green.green + 1) }, (_, after) => ({
          phase,
          after,
          gap: green.start - least - after,
        }))
      })
      .filter(({ gap }) => gap >= 0 && gap <= unused)
      .sort((a, b) => a.after - b.after || a.gap - b.gap)[0]
  })
  const { outbound, inbound } = readings
  if (outbound === undefined || inbound === undefined) return null
  // Greens of one phase have the same unused time before them, so the later one begins later within its block.
  const shared = outbound && inbound && outbound.phase === inbound.phase ? Math.min(outbound.gap, inbound.gap) : null
  const places = byDirection((direction) => {
    const reading = readings[direction]
    return reading ? { phase: reading.phase, after: reading.after + reading.gap - (shared ?? reading.gap) } : null
  })
  const fits = DIRECTIONS.every((direction) => {
    const [place, green] = [places[direction], greens[direction]]
    return !place || !green || place.after + green.green <= (blocks[place.phase] ?? 0)
  })
  return fits ? places : null
}

/** Returns all orders of the served phases, the order of phases first. */
function ordersOf(blocks: readonly number[]): readonly (readonly number[])[] {
  const permutations = (rest: readonly number[]): readonly (readonly number[])[] =>
    rest.length === 0
      ? [[]]
      : rest.flatMap((first) => permutations(rest.filter((other) => other !== first)).map((tail) => [first, ...tail]))
  return permutations([...blocks.keys()].filter((phase) => (blocks[phase] ?? 0) > 0))
}

/** Returns the starts of the phases, by phase, with this much unused time before some of them. */
function startsWith(
  blocks: readonly number[],
  order: readonly number[],
  gaps: ReadonlyMap<number, number>,
): readonly number[] {
  const starts = blocks.map(() => 0)
  let at = 0
  for (const phase of order) {
    at += gaps.get(phase) ?? 0
    starts[phase] = at
    at += blocks[phase] ?? 0
  }
  return starts
}

/** Returns the sum of some seconds. */
export function total(seconds: readonly number[]): number {
  return seconds.reduce((sum, one) => sum + one, 0)
}
