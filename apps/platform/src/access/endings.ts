import { REFRESH_TOKEN_SECONDS } from '@greenwave/contract/auth'
import type { FastifyBaseLogger } from 'fastify'
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
  /** Writes what could not be written. */
  writeAgain(): void
  /** Forgets the ends of sessions whose tokens have all expired. */
  prune(): void
}

interface EndingsParts {
  readonly revocations: RevocationRepository
  readonly lifetimeMs: number
  readonly log: FastifyBaseLogger
  readonly now: () => number
}

export function createEndings({ revocations, lifetimeMs, log, now }: EndingsParts): Endings {
  const unwritten = new Map<string, number>()
  const listeners = new Set<(subject: string) => void>()

  function endedAt(subject: string): number | undefined {
    const written = revocations.outdatedSince(subject)
    const waiting = unwritten.get(subject)
    return waiting === undefined ? written : Math.max(waiting, written ?? 0)
  }
  const nowFor = (userId: string): number => Math.max(now(), endedAt(userId) ?? 0)

  function end(subject: string, sinceMs: number): void {
    try {
      revocations.invalidate(subject, sinceMs)
    } catch (error) {
      unwritten.set(subject, sinceMs)
      log.error(
        { err: error, subject },
        'a session has ended, which could not be written: it is tried again; a restart before that would let its tokens live on until they expire',
      )
    }
    for (const listener of listeners) listener(subject)
  }

  return {
    isOver({ userId, chainId, sessionId, issuedAt }) {
      const since = endedAt(userId)
      if (since !== undefined && (timeOfId(sessionId) ?? issuedAt * 1000) < since) return true
      return (timeOfId(chainId) ?? now()) + lifetimeMs <= now() || endedAt(chainId) !== undefined
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
    writeAgain() {
      for (const [subject, sinceMs] of unwritten) {
        revocations.invalidate(subject, sinceMs)
        unwritten.delete(subject)
      }
    },
    prune: () => revocations.prune(now() - REFRESH_TOKEN_SECONDS * 1000),
  }
}
