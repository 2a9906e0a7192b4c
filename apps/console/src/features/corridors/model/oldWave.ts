import type { Wave } from '@greenwave/contract/waves'

/** Age beyond which a wave is not current, milliseconds. Waves are evaluated, and written, about every cycle. */
const OLD_MS = 900_000

/**
 * Returns whether a wave was not evaluated recently, so that its data is outdated. Never where no band is planned:
 * that is written once and stays valid.
 */
export function isOldWave({ at, cycle }: Pick<Wave, 'at' | 'cycle'>, nowMs: number): boolean {
  return cycle > 0 && nowMs - at > OLD_MS
}
