import type { Corridor } from '@greenwave/contract/records/corridors'
import type { Wave, WaveCycle, WaveCycleState } from '@greenwave/contract/records/waves'
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

/** Returns whether no junction serves the inbound direction. */
export function isOneWay({ junctions }: Corridor): boolean {
  return junctions.every(({ phase }) => phase.inbound === null)
}

/** Age beyond which a wave is not current, milliseconds. Waves are evaluated, and written, about every cycle. */
const OLD_MS = 900_000

/**
 * Returns whether a wave was not evaluated recently, so that its data is outdated. Never where no band is planned:
 * that is written once and stays valid.
 */
export function isOldWave({ at, cycle }: Pick<Wave, 'at' | 'cycle'>, nowMs: number): boolean {
  return cycle > 0 && nowMs - at > OLD_MS
}
