/** Number of wrong codes in a row, and the end of the lock. Kept over a restart. */
export interface CodeFailures {
  readonly count: number
  /** Epoch milliseconds; 0 when not locked. */
  readonly lockedUntil: number
}

/** The state before the first wrong code. */
export const NO_CODE_FAILURES: CodeFailures = { count: 0, lockedUntil: 0 }

/** Wrong codes from which on the user has to wait. */
const FREE_FAILURES = 5
const FIRST_LOCK_MS = 60_000
/**
 * Allows six tries a day. With three valid codes of a million at a time, an attacker who has the password succeeds in a
 * year with a chance of one in 150. The owner is not locked out, because passkeys and recovery codes cannot be guessed
 * and are always accepted.
 */
const LONGEST_LOCK_MS = 4 * 3_600_000

/** Returns the failures after one more at `nowMs`. From the fifth on, each locks twice as long as the one before. */
export function afterWrongCode({ count }: CodeFailures, nowMs: number): CodeFailures {
  const next = count + 1
  const doubled = FIRST_LOCK_MS * 2 ** Math.min(next - FREE_FAILURES, 20)
  return { count: next, lockedUntil: next < FREE_FAILURES ? 0 : nowMs + Math.min(doubled, LONGEST_LOCK_MS) }
}

/**
 * Returns how long codes are still refused, milliseconds; 0 when one is accepted now. A longer lock than possible means
 * that the clock was set back; it is ignored.
 */
export function codeLockLeft({ lockedUntil }: CodeFailures, nowMs: number): number {
  const leftMs = lockedUntil - nowMs
  return leftMs > LONGEST_LOCK_MS ? 0 : Math.max(0, leftMs)
}
