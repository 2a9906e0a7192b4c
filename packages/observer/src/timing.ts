/** Times that all rules share. */

/** The longest time between two samples that is no gap, milliseconds. Lamps older than this must not look live. */
export const STALE_AFTER_MS = 3000

/** Pause after a gap before the lamps are evaluated against the settings, milliseconds. */
export const SETTLE_AFTER_GAP_MS = 5000

/** Clocks of the platform and of those who follow it differ by less, milliseconds. */
const CLOCKS_DIFFER_MS = 10_000

/** Returns whether a time is yet to come: the platform wrote it while its clock was ahead. Both are epoch milliseconds. */
export function isYetToCome(ms: number, nowMs: number): boolean {
  return ms > nowMs + CLOCKS_DIFFER_MS
}

/** Longest delay of a sample on its way to the platform, milliseconds (signal-control §6). */
export const LATENESS_MS = 2000

/** A sample arrives so long after the one before it at most, where newer ones have overtaken it. Milliseconds. */
export const OVERTAKEN_WITHIN_MS = LATENESS_MS + 2000
