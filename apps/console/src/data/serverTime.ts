/**
 * The platform's clock, as known from the `Date` of its answers. Timestamps of samples are the platform's, so ages and
 * deliveries are computed with its clock; a wrong clock of this computer then makes nothing look older or younger.
 */

/**
 * Below this difference the computer's clock counts as right, because an HTTP date has only whole seconds.
 * Milliseconds.
 */
const TOLERANCE_MS = 2000

let offsetMs = 0

/** Records the `Date` header of an answer. */
export function noteServerDate(header: string | null, nowMs = Date.now()): void {
  const date = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(date)) return
  const difference = date + 500 - nowMs
  offsetMs = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
}

/**
 * Returns how far the platform's clock is ahead of this computer's, milliseconds; 0 while they differ by less than two
 * seconds.
 */
export function serverAheadMs(): number {
  return offsetMs
}

/** Returns the platform's time, epoch milliseconds, accurate to a second or two. */
export function serverNowMs(): number {
  return Date.now() + offsetMs
}
