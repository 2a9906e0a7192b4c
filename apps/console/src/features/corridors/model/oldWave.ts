import type { Wave } from '@greenwave/contract/waves'

/** A wave is judged, and written, every cycle or so: what is older than this is not said as if it were now. Milliseconds. */
const OLD_MS = 900_000

/**
 * Returns whether nobody judged a wave lately, so that what is known of it is the past. Never where no band is planned:
 * that is written once and stays true.
 */
export function isOldWave({ at, cycle }: Pick<Wave, 'at' | 'cycle'>, nowMs: number): boolean {
  return cycle > 0 && nowMs - at > OLD_MS
}
