import type { Wave } from '@greenwave/contract/records/waves'
import type { Direction } from '@greenwave/coordination/corridor'

/**
 * Returns the share of the planned band that was there on the street in the last cycles that were seen, 0 to 1 or a
 * little more; null where no band is planned, or none was seen.
 */
export function waveShare({ cycles, planned }: Wave, direction: Direction): number | null {
  const wanted = planned[direction]
  const seen = cycles.flatMap((cycle) => cycle.seen[direction] ?? [])
  if (!wanted || seen.length === 0) return null
  return seen.reduce((sum, seconds) => sum + seconds, 0) / seen.length / wanted
}

/** Returns a share as 41.7 %. */
export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`
}
