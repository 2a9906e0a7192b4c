/**
 * How far ahead of the platform's clock a time may be and still be believed, milliseconds. Clocks set by a network
 * differ by milliseconds, clocks set carefully by hand by a second; their samples keep their own time. A sample further
 * ahead would be shown as fresh for that long after its controller went silent.
 */
export const CLOCK_TOLERANCE_MS = 5_000

/** Returns true for a time ahead of `now` by more than clocks differ. Both in epoch milliseconds. */
export function isFuture(ts: number, now: number): boolean {
  return ts > now + CLOCK_TOLERANCE_MS
}
