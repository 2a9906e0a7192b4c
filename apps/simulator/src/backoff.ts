/** Seconds until the first retry. */
const FIRST_SECONDS = 1
/** Longest wait between two tries, seconds; a platform that comes back is found within this time. */
const LONGEST_SECONDS = 30

/**
 * Returns how long to wait after a number of failures in a row, milliseconds. The wait doubles up to 30 s; its random
 * half keeps a fleet from reconnecting all at once. `random` is 0..1.
 */
export function backoffMs(failures: number, random: number): number {
  const seconds = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.max(0, failures - 1))
  return Math.round(seconds * 1000 * (0.5 + random / 2))
}
