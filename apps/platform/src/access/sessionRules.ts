/** @file How long a session lives and which of its refresh tokens count: rules without a clock and without a store. */
import { REFRESH_TOKEN_SECONDS } from '@greenwave/contract/auth'

/** What bounds the sessions of an installation. */
export interface SessionLimits {
  /** A sign-in with all its renewals ends after this; a stolen refresh token could else be renewed for ever. */
  readonly lifetimeMs: number
  /** Sessions that one user may have; the one that was idle longest ends. Bounds what scripts leave that never sign out. */
  readonly ofOneUser: number
}

/** Ninety days: a wallboard stays signed in for a quarter of a year. A thousand: every screen of a centre may share one account. */
export const DEFAULT_SESSION_LIMITS: SessionLimits = { lifetimeMs: 90 * 86_400_000, ofOneUser: 1000 }

/**
 * How long a refresh token counts after its successor was made: for two tabs that renew at once, an answer that was lost, and
 * a page that was loaded anew before it could keep the answer. The console tries again within ten seconds.
 */
export const REUSE_TOLERANCE_MS = 60_000

/** What is known of a session's newest refresh token; its number starts at 1. */
export interface NewestToken {
  readonly generation: number
  /** When it was made, epoch milliseconds. */
  readonly renewedAt: number
}

/**
 * Judges a refresh token by its number:
 * - `next`: the newest, or newer than what is known, as after a crash before it was written: a successor is due
 * - `again`: the one before, within the tolerance: it gives one more pair of the newest number
 * - `reused`: it was in two hands
 */
export function judgeRenewal(newest: NewestToken, presented: number, nowMs: number): 'next' | 'again' | 'reused' {
  if (presented >= newest.generation) return 'next'
  const isRecent = Math.abs(nowMs - newest.renewedAt) <= REUSE_TOLERANCE_MS
  return presented === newest.generation - 1 && isRecent ? 'again' : 'reused'
}

/** Returns true if no token of a session can be alive any more that was last renewed and last used then. */
export function isForgotten(session: { renewedAt: number; lastUsedAt: number }, nowMs: number): boolean {
  return nowMs - Math.max(session.renewedAt, session.lastUsedAt) > REFRESH_TOKEN_SECONDS * 1000
}
