/** The widest bands by trying every vehicle and every timing: slow, and without any thought of the planner. */
import type { Corridor, Direction } from '../corridor.ts'

/** A junction's timing: the offset, and the second at which each direction's green begins without it. */
export interface TriedTiming {
  readonly offset: number
  readonly starts: Readonly<Record<Direction, number | null>>
}

/** Returns seconds of the widest run of vehicles, a tenth of a second apart, that meet green at every junction. */
export function bandByTrying(
  corridor: Corridor,
  cycle: number,
  direction: Direction,
  timings: readonly TriedTiming[],
): number {
  const STEPS = 10
  const passes = Array.from({ length: cycle * STEPS }, (_, step) =>
    corridor.every((junction, index) => {
      const green = junction.greens[direction]
      const timing = timings[index]
      const start = timing?.starts[direction]
      if (!green || !timing || start === null || start === undefined) return true
      const period = junction.ownCycle ?? cycle
      // The middle of each tenth, so that a vehicle is never at the very edge of a green.
      const at = (step + 0.5) / STEPS + travelSeconds(corridor, index, direction) - start - timing.offset
      return ((at % period) + period) % period < green.green
    }),
  )
  if (passes.every(Boolean)) return cycle
  let [longest, run] = [0, 0]
  for (const passed of [...passes, ...passes]) {
    run = passed ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest / STEPS
}

/** Returns when a vehicle is at a junction that is at the first one at 0, seconds; before 0 for inbound ones. */
function travelSeconds(corridor: Corridor, index: number, direction: Direction): number {
  let seconds = 0
  for (let link = 1; link <= index; link++) {
    const metres = (corridor[link]?.positionM ?? 0) - (corridor[link - 1]?.positionM ?? 0)
    seconds += (metres * 3.6) / (corridor[link]?.speedKmh[direction] ?? Number.POSITIVE_INFINITY)
  }
  return direction === 'outbound' ? seconds : -seconds
}

/** Returns every arrangement of phases that ends with its cycle: the start of each phase, by phase. */
export function everyArrangement(blocks: readonly number[], cycle: number): readonly (readonly number[])[] {
  const found = new Set<string>()
  const place = (starts: readonly (number | null)[], from: number): void => {
    const left = starts.flatMap((start, phase) => (start === null ? [phase] : []))
    if (left.length === 0) {
      if (from === cycle) found.add(JSON.stringify(starts))
      return
    }
    for (const phase of left) {
      for (let at = from; at + (blocks[phase] ?? 0) <= cycle; at++) {
        place(starts.with(phase, at), at + (blocks[phase] ?? 0))
      }
    }
  }
  place(
    blocks.map(() => null),
    0,
  )
  return [...found].map((starts) => JSON.parse(starts) as number[])
}

/** Returns all ways of taking one element of each list. */
export function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (taken, list) => taken.flatMap((before) => list.map((one) => [...before, one])),
    [[]],
  )
}
