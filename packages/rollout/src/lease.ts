/** Who may send a rollout: whoever saved it last as its sender, for a while. All times are the platform's. */
import type { Rollout } from '@greenwave/contract/records/rollouts'

/** Length of the lease after a save, milliseconds. */
export const LEASE_MS = 30_000
/** A call that was made within the lease may take so much longer, milliseconds. Clocks differ by less, too. */
export const GRACE_MS = 10_000

/** Returns whether a rollout has a sender, so that no other may send. */
export function isLeased({ sender }: Pick<Rollout, 'sender'>, nowMs: number): boolean {
  return sender !== null && sender.until + GRACE_MS > nowMs && isOfThisTime(sender, nowMs)
}

/**
 * Returns whether a lease can have been taken by now. A lease with a later end was taken while the platform's
 * clock was ahead and is ignored.
 */
export function isOfThisTime({ until }: NonNullable<Rollout['sender']>, nowMs: number): boolean {
  return until <= nowMs + LEASE_MS + GRACE_MS
}
