import { REFRESH_TOKEN_SECONDS } from '@greenwave/contract/wire/auth'
import type { Store } from '../store/openStore.ts'
import { timeOfId } from './sessionId.ts'

/** The claims of a token about its session. */
interface TokenOrigin {
  readonly userId: string
  /** The id of the session: the sign-in and all its renewals. */
  readonly chainId: string
  /** The id of this pair of tokens. Its time tells whether it was made before its user's tokens were revoked. */
  readonly sessionId: string
  /** Epoch seconds. */
  readonly issuedAt: number
  /** The administrator who signed in as this user. */
  readonly impersonatorId?: string | undefined
}

/** Knows which sessions have ended. An end that cannot be written holds anyway, and is written as soon as possible. */
export interface EndedSessions {
  isOver(token: TokenOrigin): boolean
  /** Ends one session. */
  endSession(chainId: string): void
  /** Revokes all tokens that a user has so far. */
  endUser(userId: string): void
  /**
   * Returns the time for a new token: now, but never before the last revocation of its users' tokens. So a user who
   * signs in after it stays signed in even when the clock was set back.
   */
  nowFor(...userIds: readonly string[]): number
  /**
   * Calls the listener when a session ends, with the id of the session or the user. Returns a function that removes the
   * listener.
   */
  onEnded(listener: (subject: string) => void): () => void
  /** Deletes revocations of sessions whose tokens have all expired. */
  prune(): void
}

interface EndedSessionsParts {
  readonly revocations: Store['revocations']
  readonly lifetimeMs: number
  readonly now: () => number
}

/** Users and sessions whose ends are remembered: those of the callers of some minutes. */
const MOST_KNOWN = 4096

/** Creates the endedSessions of a store's sessions. */
export function createEndedSessions({ revocations, lifetimeMs, now }: EndedSessionsParts): EndedSessions {
  const listeners = new Set<(subject: string) => void>()
  /** Answers of the database: each call asks for its user and its session. */
  const known = new Map<string, number | undefined>()

  function outdatedSince(subject: string): number | undefined {
    if (known.has(subject)) return known.get(subject)
    if (known.size >= MOST_KNOWN) known.clear()
    const since = revocations.outdatedSince(subject)
    known.set(subject, since)
    return since
  }

  const nowFor = (...userIds: readonly string[]): number =>
    Math.max(now(), ...userIds.map((userId) => outdatedSince(userId) ?? 0))

  function end(subject: string, sinceMs: number): void {
    known.clear()
    revocations.invalidate(subject, sinceMs)
    for (const listener of listeners) listener(subject)
  }

  return {
    isOver({ userId, chainId, sessionId, issuedAt, impersonatorId = userId }) {
      const madeAt = timeOfId(sessionId) ?? issuedAt * 1000
      if ([userId, impersonatorId].some((id) => madeAt < (outdatedSince(id) ?? 0))) return true
      return (timeOfId(chainId) ?? now()) + lifetimeMs <= now() || outdatedSince(chainId) !== undefined
    },
    endSession: (chainId) => end(chainId, now()),
    // Later than every token so far, and no later than any future one.
    endUser: (userId) => end(userId, nowFor(userId) + 1),
    nowFor,
    onEnded(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    prune() {
      known.clear()
      revocations.prune(now() - REFRESH_TOKEN_SECONDS * 1000)
    },
  }
}
