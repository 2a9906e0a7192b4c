/**
 * @file Rules of how long a session lasts and which of its refresh tokens are valid; without a clock and without a
 * store.
 */
import { REFRESH_TOKEN_SECONDS } from '@greenwave/contract/wire/auth'

/** The limits of an installation's sessions. */
export interface SessionLimits {
  /**
   * Longest time from a sign-in to its last renewal, milliseconds; without it a stolen refresh token could be renewed
   * for ever.
   */
  readonly lifetimeMs: number
  /** The same for sessions that a sign-in provider began, since not every provider reports that one has ended there. */
  readonly ofProviderMs: number
  /**
   * Most sessions of one user; beyond it the one that was idle longest ends. It limits the sessions of scripts that
   * never sign out.
   */
  readonly ofOneUser: number
}

/**
 * Ninety days, so that a wallboard stays signed in for a quarter of a year; a day, so that who is dismissed at the
 * provider is out here the next day. A thousand, so that all screens of a
 * traffic centre can share one account.
 */
export const DEFAULT_SESSION_LIMITS: SessionLimits = {
  lifetimeMs: 90 * 86_400_000,
  ofProviderMs: 86_400_000,
  ofOneUser: 1000,
}

/**
 * How long a refresh token stays valid after its successor was issued, milliseconds, although the successor is in use.
 * Two tabs that renew at once need the tolerance. While the successor is unused its answer may have been lost: with the
 * network, with the platform, or with a page that was reloaded before it could store it.
 */
export const REUSE_TOLERANCE_MS = 60_000

/** The newest refresh token of a session; numbers start at 1. */
export interface NewestToken {
  readonly generation: number
  /** When it was issued, epoch milliseconds. */
  readonly renewedAt: number
  /** Whether a token that was issued with it was used. */
  readonly isUsed: boolean
}

/**
 * Evaluates a refresh token by its number:
 * - `next`: the newest, or newer than the known one, as after a crash before it was written; it gets a successor
 * - `again`: the one before, within the tolerance or while the newest pair is unused; it gets another pair with the
 *   newest number
 * - `reused`: two parties have used it
 */
export function evaluateRenewal(newest: NewestToken, presented: number, nowMs: number): 'next' | 'again' | 'reused' {
  if (presented >= newest.generation) return 'next'
  const isRecent = Math.abs(nowMs - newest.renewedAt) <= REUSE_TOLERANCE_MS
  return presented === newest.generation - 1 && (isRecent || !newest.isUsed) ? 'again' : 'reused'
}

/** Returns true if no token of a session with these times (epoch milliseconds) can be valid any more. */
export function isForgotten(session: { renewedAt: number; lastUsedAt: number }, nowMs: number): boolean {
  return nowMs - Math.max(session.renewedAt, session.lastUsedAt) > REFRESH_TOKEN_SECONDS * 1000
}
