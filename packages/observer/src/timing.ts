/** The times by which samples are judged, which no single rule owns. */

/** The longest time between two samples that is no gap, milliseconds. Lamps older than this must not look live. */
export const STALE_AFTER_MS = 3000

/** How long after a gap the lamps are not judged against the settings, milliseconds. */
export const SETTLE_AFTER_GAP_MS = 5000

/** Clocks of the platform and of those who follow it differ by less, milliseconds. */
const CLOCKS_DIFFER_MS = 10_000

/** Returns whether a time is yet to come: the platform wrote it while its clock was ahead. Both are epoch milliseconds. */
export function isYetToCome(ms: number, nowMs: number): boolean {
  return ms > nowMs + CLOCKS_DIFFER_MS
}

/**
 * A clock that moves by this many seconds more or less than the time between two samples was set. Smaller differences
 * come from the network.
 */
const CLOCK_STEP_SECONDS = 2

/**
 * Returns how many seconds are between two samples, 0 for two in one second. `stepMs` is the time between them by the
 * platform's clock, `clockStepMs` by the controller's (null if unknown).
 *
 * The platform's time of a sample includes the way through the network, so the controller's clock decides where the two
 * differ. Only where the platform's time is close to a whole second, a clock that differs drifts.
 */
export function secondsBetween(stepMs: number, clockStepMs: number | null): number {
  const rounded = Math.max(1, Math.round(stepMs / 1000))
  if (clockStepMs === null || clockWasSet(stepMs, clockStepMs) || clockStepMs < 0) return rounded
  const byClock = Math.round(clockStepMs / 1000)
  const isWhole = Math.abs(stepMs - rounded * 1000) <= 250
  return isWhole && byClock !== rounded && stepMs >= 750 ? rounded : byClock
}

/** Returns whether the controller's clock was set between two samples. */
export function clockWasSet(stepMs: number, clockStepMs: number): boolean {
  return Math.abs(clockStepMs - stepMs) >= CLOCK_STEP_SECONDS * 1000
}
