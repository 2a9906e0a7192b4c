import type { FastifyBaseLogger } from 'fastify'
import type { SessionRepository, StoredSession } from '../store/store.ts'
import type { Client } from './client.ts'
import type { Endings } from './endings.ts'
import { timedId, timeOfId } from './sessionId.ts'
import { isForgotten, judgeRenewal, type SessionLimits } from './sessionRules.ts'

/** What a pair of tokens is made for: a session, and the number of its refresh token in it. */
export interface Grant {
  readonly chainId: string
  readonly generation: number
}

/** Whose session a token belongs to. */
interface SessionUse {
  readonly userId: string
  readonly chainId: string
}

/**
 * The sessions that live: a session is one sign-in with all its renewals. They are judged in memory, and what the store takes of
 * them stands whatever the disk does, so that no sign-in and no renewal depends on it.
 */
export interface Sessions {
  /** Begins a session; the one that was idle longest ends when its user has too many. */
  open(userId: string, client: Client, impersonatedBy?: string): Grant
  /** Prepares a session that begins when its tokens are first used: some are asked for and dropped. */
  prepare(userId: string): Grant
  /**
   * Renews a session by its refresh token of this number; undefined for a token of the first release, which had none and
   * counts until it expires. A token that was in two hands ends the session.
   */
  renew(use: SessionUse, generation: number | undefined, client: Client): Grant | 'reused'
  /** Notes that a session was used just now. */
  noteUse(use: SessionUse, client?: Client): void
  /** A user's sessions, the one used last first. */
  of(userId: string): readonly StoredSession[]
  /** When a session ends however often it is renewed, epoch milliseconds. */
  expiry(session: StoredSession): number
  /** Ends one session. */
  end(chainId: string): void
  /** Ends all sessions of a user but this one; returns how many. */
  endOthers(userId: string, keptId: string): number
  /** Ends all sessions of a user, with the tokens of sessions that nobody remembers. */
  endAllOf(userId: string): void
  /** Writes what changed, and ends and forgets what is over. */
  sweep(): void
}

interface SessionsParts {
  readonly repository: SessionRepository
  readonly endings: Endings
  readonly limits: SessionLimits
  readonly log: FastifyBaseLogger
  readonly now: () => number
}

/** Longest User-Agent that is kept. */
const MAX_USER_AGENT_LENGTH = 512

export function createSessions({ repository, endings, limits, log, now }: SessionsParts): Sessions {
  const living = new Map<string, StoredSession>()
  const idsOfUsers = new Map<string, Set<string>>()
  /** Ids of sessions that changed since they were written. */
  const unwritten = new Set<string>()
  const unremoved = new Set<string>()

  /** What is refused at once, as when its file is gone, is tried again with the next; no sign-in and no timer fails by it. */
  function write(): void {
    try {
      if (unremoved.size > 0) repository.remove([...unremoved])
      unremoved.clear()
      const changed = [...unwritten].flatMap((id) => living.get(id) ?? [])
      if (changed.length > 0) repository.save(changed)
      unwritten.clear()
    } catch (error) {
      log.error({ err: error }, 'sessions could not be written; it is tried again')
    }
  }
  function remember(session: StoredSession): void {
    living.set(session.id, session)
    const ids = idsOfUsers.get(session.userId) ?? new Set()
    idsOfUsers.set(session.userId, ids.add(session.id))
  }
  for (const session of repository.all()) remember(session)

  function keep(session: StoredSession): void {
    remember(session)
    unwritten.add(session.id)
  }
  function forget(id: string): void {
    const session = living.get(id)
    if (session === undefined) return
    living.delete(id)
    unwritten.delete(id)
    unremoved.add(id)
    const ids = idsOfUsers.get(session.userId)
    ids?.delete(id)
    if (ids?.size === 0) idsOfUsers.delete(session.userId)
  }
  const sessionsOf = (userId: string): StoredSession[] =>
    [...(idsOfUsers.get(userId) ?? [])]
      .flatMap((id) => living.get(id) ?? [])
      .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt)

  function end(id: string): void {
    forget(id)
    endings.endSession(id)
  }
  function endSurplus(userId: string): void {
    if ((idsOfUsers.get(userId)?.size ?? 0) <= limits.ofOneUser) return
    for (const { id, lastUsedAt } of sessionsOf(userId).slice(limits.ofOneUser)) {
      log.info({ userId, session: id, lastUsedAt }, 'a session ended: its user has too many, and it was idle longest')
      end(id)
    }
  }
  const origin = ({ address, userAgent }: Client) => ({
    clientAddress: address,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  })
  const begin = (use: SessionUse, client: Client | undefined, more: Partial<StoredSession>): StoredSession => ({
    id: use.chainId,
    userId: use.userId,
    startedAt: timeOfId(use.chainId) ?? now(),
    lastUsedAt: now(),
    renewedAt: now(),
    generation: 1,
    impersonatedBy: null,
    ...(client === undefined ? { clientAddress: null, userAgent: null } : origin(client)),
    ...more,
  })

  return {
    open(userId, client, impersonatedBy) {
      const session = begin({ userId, chainId: timedId(endings.nowFor(userId)) }, client, {
        impersonatedBy: impersonatedBy ?? null,
      })
      keep(session)
      endSurplus(userId)
      write()
      return { chainId: session.id, generation: session.generation }
    },

    prepare: (userId) => ({ chainId: timedId(endings.nowFor(userId)), generation: 1 }),

    renew(use, generation, client) {
      const known = living.get(use.chainId)
      // Signed here and not known here: written never, as by a crash, or of the first release.
      const session = known ?? begin(use, client, { generation: generation ?? 0 })
      const judgement =
        generation === undefined ? (known === undefined ? 'next' : 'again') : judgeRenewal(session, generation, now())
      if (judgement === 'reused') {
        end(use.chainId)
        write()
        return 'reused'
      }
      const renewed = judgement === 'next' ? Math.max(session.generation, generation ?? 0) + 1 : session.generation
      keep({
        ...session,
        ...origin(client),
        lastUsedAt: now(),
        generation: renewed,
        renewedAt: judgement === 'next' ? now() : session.renewedAt,
      })
      if (known === undefined) endSurplus(use.userId)
      write()
      return { chainId: use.chainId, generation: renewed }
    },

    noteUse(use, client) {
      const known = living.get(use.chainId)
      keep(known === undefined ? begin(use, client, { generation: 0 }) : { ...known, lastUsedAt: now() })
      if (known === undefined) endSurplus(use.userId)
    },

    of: sessionsOf,
    expiry: ({ startedAt }) => startedAt + limits.lifetimeMs,

    end(chainId) {
      end(chainId)
      write()
    },
    endOthers(userId, keptId) {
      const others = sessionsOf(userId).filter(({ id }) => id !== keptId)
      for (const { id } of others) end(id)
      write()
      return others.length
    },
    endAllOf(userId) {
      for (const { id } of sessionsOf(userId)) forget(id)
      endings.endUser(userId)
      write()
    },

    sweep() {
      for (const session of living.values()) {
        if (session.startedAt + limits.lifetimeMs <= now()) end(session.id)
        else if (isForgotten(session, now())) forget(session.id)
      }
      write()
    },
  }
}
