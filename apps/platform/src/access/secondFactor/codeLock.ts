/** How often in a row a code of a user was wrong, and until when no more are taken. Kept over a restart. */
export interface CodeFailures {
  readonly count: number
  /** Epoch milliseconds; 0 when not locked. */
  readonly lockedUntil: number
}

export const NO_CODE_FAILURES: CodeFailures = { count: 0, lockedUntil: 0 }

/** Wrong codes that a person is allowed before waiting. */
const FREE_FAILURES = 5
const FIRST_LOCK_MS = 60_000
/**
 * Six tries a day against three codes of a million that count at a time: one in 150 in a year, for someone who has the
 * password. The owner is not locked out: passkeys and recovery codes cannot be guessed and are always taken.
 */
const LONGEST_LOCK_MS = 4 * 3_600_000

/** Returns the failures after one more at `nowMs`: from the fifth on each locks twice as long as the one before. */
export function afterWrongCode({ count }: CodeFailures, nowMs: number): CodeFailures {
  const next = count + 1
  const doubled = FIRST_LOCK_MS * 2 ** Math.min(next - FREE_FAILURES, 20)
  return { count: next, lockedUntil: next < FREE_FAILURES ? 0 : nowMs + Math.min(doubled, LONGEST_LOCK_MS) }
}

/** Returns the milliseconds until the next code is taken; 0 for now. A lock longer than any is of a clock that was set back since. */
export function codeLockLeft({ lockedUntil }: CodeFailures, nowMs: number): number {
  const leftMs = lockedUntil - nowMs
  return leftMs > LONGEST_LOCK_MS ? 0 : Math.max(0, leftMs)
}
