/**
 * How far ahead of the platform's clock a time may be and still be believed, milliseconds. Clocks that are set by a network
 * stand milliseconds apart, a second when they are set by hand with care; a sample's own time is kept then. More would be shown
 * as fresh for as long after its controller has gone silent.
 */
export const CLOCK_TOLERANCE_MS = 5_000

/** Returns true for a time that has not come yet, by more than clocks differ. */
export function isFuture(ts: number, now: number): boolean {
  return ts > now + CLOCK_TOLERANCE_MS
}
