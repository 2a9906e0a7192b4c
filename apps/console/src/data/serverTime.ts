/**
 * The platform's clock, as far as answers tell it. Timestamps of samples are the platform's; ages and delivery are counted
 * against its clock, so that a wrong clock of this computer makes nothing look older or younger than it is.
 */

/** Below this difference the computer's clock is taken as right: an HTTP date has whole seconds only. Milliseconds. */
const TOLERANCE_MS = 2000

let offsetMs = 0

/** Takes note of the `Date` header of an answer. */
export function noteServerDate(header: string | null, nowMs = Date.now()): void {
  const date = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(date)) return
  const difference = date + 500 - nowMs
  offsetMs = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
}

/** How much the platform's clock is ahead of this computer's, milliseconds; 0 while they agree to two seconds. */
export function serverAheadMs(): number {
  return offsetMs
}

/** The platform's time, epoch milliseconds; within a second or two. */
export function serverNowMs(): number {
  return Date.now() + offsetMs
}
