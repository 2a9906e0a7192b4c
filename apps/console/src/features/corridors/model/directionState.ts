import type { Wave, WaveCycle, WaveCycleState } from '@greenwave/contract/waves'
import { DIRECTIONS, type Direction } from '@greenwave/coordination/corridor'

/** Shortfall of a band that one sample a second cannot resolve, seconds; the watcher ignores it, too. */
const SEEN_WITHIN = 2

/**
 * Derives the state of one direction of a cycle from the state of both. A broken cycle is broken where it is
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
