import { REFRESH_TOKEN_SECONDS } from '@greenwave/contract/auth'
import type { RevocationRepository } from '../store/store.ts'
import { timeOfId } from './sessionId.ts'

/** What a token says of the session that it belongs to. */
interface TokenOrigin {
  readonly userId: string
  /** The sign-in. */
  readonly chainId: string
  /** This pair of tokens; its time tells whether it was made before its user's tokens were voided. */
  readonly sessionId: string
  /** Epoch seconds. */
  readonly issuedAt: number
}

/** Which sessions have ended. What cannot be written ends all the same, and is written as soon as that is possible. */
export interface Endings {
  isOver(token: TokenOrigin): boolean
  /** Ends one session. */
  endSession(chainId: string): void
  /** Voids every token that a user was given so far. */
  endUser(userId: string): void
  /** Now, but never before the user's tokens were voided: whoever signs in after it stays in when the clock was set back. */
  nowFor(userId: string): number
  /** Tells what ends from now on, by the id of a user or of a session. Returns what ends the telling. */
  onEnded(listener: (subject: string) => void): () => void
  /** Forgets the ends of sessions whose tokens have all expired. */
  prune(): void
}

interface EndingsParts {
  readonly revocations: RevocationRepository
  readonly lifetimeMs: number
  readonly now: () => number
}

export function createEndings({ revocations, lifetimeMs, now }: EndingsParts): Endings {
  const listeners = new Set<(subject: string) => void>()

  const nowFor = (userId: string): number => Math.max(now(), revocations.outdatedSince(userId) ?? 0)

  function end(subject: string, sinceMs: number): void {
    revocations.invalidate(subject, sinceMs)
    for (const listener of listeners) listener(subject)
  }

  return {
    isOver({ userId, chainId, sessionId, issuedAt }) {
      const since = revocations.outdatedSince(userId)
      if (since !== undefined && (timeOfId(sessionId) ?? issuedAt * 1000) < since) return true
      return (timeOfId(chainId) ?? now()) + lifetimeMs <= now() || revocations.outdatedSince(chainId) !== undefined
    },
    endSession: (chainId) => end(chainId, now()),
    // Later than every token so far, and no later than any to come.
    endUser: (userId) => end(userId, nowFor(userId) + 1),
    nowFor,
    onEnded(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    prune: () => revocations.prune(now() - REFRESH_TOKEN_SECONDS * 1000),
  }
}
