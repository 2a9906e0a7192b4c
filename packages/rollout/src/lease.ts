/** Who may send a rollout: whoever saved it last as its sender, for a while. All times are the platform's. */
import type { Rollout } from '@greenwave/contract/rollouts'

/** For so long nobody else may send after a save, milliseconds. */
export const LEASE_MS = 30_000
/** A call that was made within the lease may take so much longer, milliseconds. Clocks differ by less, too. */
export const GRACE_MS = 10_000

/** Returns whether somebody sends a rollout, so that nobody else may. */
export function isLeased({ sender }: Pick<Rollout, 'sender'>, nowMs: number): boolean {
  return sender !== null && sender.until + GRACE_MS > nowMs && isOfThisTime(sender, nowMs)
}

/**
 * Returns whether a lease can have been taken by now. One that ends later than any can was taken while the platform's
 * clock was ahead; nobody waits until that time comes again.
 */
export function isOfThisTime({ until }: NonNullable<Rollout['sender']>, nowMs: number): boolean {
  return until <= nowMs + LEASE_MS + GRACE_MS
}
