import type { Wave, WaveCycle, WaveCycleState } from '@greenwave/contract/waves'
import { DIRECTIONS, type Direction } from '@greenwave/coordination/corridor'

/** What one sample a second cannot show, seconds: the watcher judges no band by less. */
const SEEN_WITHIN = 2

/**
 * Returns what became of one direction of a cycle, whose own state is about both. A broken cycle is broken where it is
 * short; where seconds are missing, unless the other direction explains it.
 */
export function directionState(
  { state, seen }: WaveCycle,
  planned: Wave['planned'],
  direction: Direction,
): WaveCycleState {
  const isShort = (one: Direction): boolean => {
    const [wanted, seconds] = [planned[one] ?? 0, seen[one] ?? Number.POSITIVE_INFINITY]
    return seconds < wanted / 2 && wanted - seconds > SEEN_WITHIN
  }
  if (seen[direction] !== null) return isShort(direction) ? state : 'whole'
  return state === 'broken' && DIRECTIONS.some(isShort) ? 'unseen' : state
}
