import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../store/openStore.ts'
import type { StoredSession } from '../store/store.ts'
import type { EndedSessions } from './endedSessions.ts'
import type { Client } from './knownBrowsers.ts'
import { timedId, timeOfId } from './sessionId.ts'
import { evaluateRenewal, isForgotten, type SessionLimits } from './sessionRules.ts'

/** Origin of a session, if not the user's own password. The tokens contain it too, for when its record is lost. */
export interface SessionOrigin {
  /** E-mail address of the administrator who signed in as this user. */
  readonly impersonatedBy?: string | undefined
  /** Id of that administrator, with whose own sessions this one ends. */
  readonly impersonatorId?: string | undefined
  /** The session at the sign-in provider; empty if that has no name. Undefined: no provider began it. */
  readonly providerSession?: string | undefined
}

/** The session that a pair of tokens is issued for, and the number of its refresh token. */
export interface Grant extends SessionOrigin {
  readonly chainId: string
  readonly generation: number
}

/** The session that a token belongs to, and its user; its origin as the token says it. */
interface SessionUse extends SessionOrigin {
  readonly userId: string
  readonly chainId: string
  /** The number of the pair of tokens that was used. */
  readonly generation?: number | undefined
  readonly isWatcher?: true
  readonly apiKeyExpires?: number | undefined
}

/**
 * The open sessions. A session is one sign-in with all its renewals. Sessions are checked in memory, and changes hold
 * even if they cannot be written, so that no sign-in and no renewal depends on the disk.
 */
export interface Sessions {
  /**
   * Opens a session. When its user has too many, the one that was idle longest ends. `startedAt` (epoch milliseconds) is
   * set for a session that replaces another one and ends when that would have ended.
   */
  open(userId: string, client: Client, origin?: SessionOrigin, startedAt?: number): Grant
  /** Prepares a session that opens when its tokens are first used, because some tokens are requested and dropped. */
  prepare(userId: string): Grant
  /**
   * Renews a session by its refresh token of this number. Tokens of the first release have no number (undefined) and
   * are valid until they expire. A token that two parties have used ends the session.
   */
  renew(use: SessionUse, generation: number | undefined, client: Client): Grant | 'reused'
  /** Records that a session was used just now. The watcher and programs with an API key have none. */
  noteUse(use: SessionUse, client?: Client): void
  /** Returns a user's sessions, the latest used first. */
  of(userId: string): readonly StoredSession[]
  /** Returns when a session ends however often it is renewed, epoch milliseconds. */
  expiry(session: StoredSession): number
  /** Ends one session. */
  end(chainId: string): void
  /** Ends all sessions of a user except one; returns how many ended. */
  endOthers(userId: string, keptId: string): number
  /**
   * Ends all sessions of a user, and those in which the user is signed in as another one, including those that the
   * platform has no record of.
   */
  endAllOf(userId: string): void
  /** Ends sessions that a sign-in provider began: of a user, of a session there, or of both. Returns how many ended. */
  endOfProvider(which: { readonly userId: string | undefined; readonly providerSession: string | undefined }): number
  /** Writes changed sessions, and ends and removes expired ones. */
  sweep(): void
}

interface SessionsParts {
  readonly repository: Store['sessions']
  readonly endedSessions: EndedSessions
  readonly limits: SessionLimits
  readonly log: FastifyBaseLogger
  readonly now: () => number
}

/** Longest User-Agent that is kept, characters. */
const MAX_USER_AGENT_LENGTH = 512

/** Creates the sessions of a store and reads the stored ones. */
export function createSessions({ repository, endedSessions, limits, log, now }: SessionsParts): Sessions {
  const living = new Map<string, StoredSession>()
  const idsOfUsers = new Map<string, Set<string>>()
  /** Ids of sessions that have changed since they were written. */
  const unwritten = new Set<string>()
  const unremoved = new Set<string>()

  /**
   * When writing is refused at once, for example because the file is gone, the changes wait for the next write. No
   * sign-in and no timer fails because of it.
   */
  function write(): void {
    try {
      if (unremoved.size > 0) repository.remove([...unremoved])
      unremoved.clear()
      const changed = [...unwritten].flatMap((id) => living.get(id) ?? [])
      if (changed.length > 0) repository.save(changed)
      unwritten.clear()
    } catch (error) {
      log.error({ err: error }, 'Saving sessions failed; will retry')
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
    endedSessions.endSession(id)
  }
  function endSurplus(userId: string): void {
    if ((idsOfUsers.get(userId)?.size ?? 0) <= limits.ofOneUser) return
    for (const { id, lastUsedAt } of sessionsOf(userId).slice(limits.ofOneUser)) {
      log.info({ userId, session: id, lastUsedAt }, 'Session ended: its user has too many, and it was idle longest')
      end(id)
    }
  }
  const placeOf = ({ address, userAgent }: Client) => ({
    clientAddress: address,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  })
  const grantOf = ({ id, generation, impersonatedBy, impersonatorId, providerSession }: StoredSession): Grant => ({
    chainId: id,
    generation,
    ...(impersonatedBy !== null && { impersonatedBy }),
    ...(impersonatorId !== null && { impersonatorId }),
    ...(providerSession !== null && { providerSession }),
  })
  const begin = (use: SessionUse, client: Client | undefined, more: Partial<StoredSession>): StoredSession => ({
    id: use.chainId,
    userId: use.userId,
    startedAt: timeOfId(use.chainId) ?? now(),
    lastUsedAt: now(),
    renewedAt: now(),
    generation: 1,
    isUsed: false,
    impersonatedBy: use.impersonatedBy ?? null,
    impersonatorId: use.impersonatorId ?? null,
    providerSession: use.providerSession ?? null,
    ...(client === undefined ? { clientAddress: null, userAgent: null } : placeOf(client)),
    ...more,
  })

  const expiry = ({ startedAt, providerSession }: StoredSession): number =>
    startedAt + (providerSession === null ? limits.lifetimeMs : Math.min(limits.lifetimeMs, limits.ofProviderMs))

  return {
    open(userId, client, origin, startedAt = endedSessions.nowFor(userId)) {
      const session = begin({ userId, chainId: timedId(startedAt), ...origin }, client, {})
      keep(session)
      endSurplus(userId)
      write()
      return grantOf(session)
    },

    prepare: (userId) => ({ chainId: timedId(endedSessions.nowFor(userId)), generation: 1 }),

    renew(use, generation, client) {
      const known = living.get(use.chainId)
      // The token was signed here but its session is unknown: it was never written because of a crash, or it is of the
      // first release.
      const session = known ?? begin(use, client, { generation: generation ?? 0 })
      const renewal =
        generation === undefined
          ? known === undefined
            ? 'next'
            : 'again'
          : evaluateRenewal(session, generation, now())
      if (renewal === 'reused') {
        end(use.chainId)
        write()
        return 'reused'
      }
      const renewed = renewal === 'next' ? Math.max(session.generation, generation ?? 0) + 1 : session.generation
      const next = {
        ...session,
        ...placeOf(client),
        lastUsedAt: now(),
        generation: renewed,
        renewedAt: renewal === 'next' ? now() : session.renewedAt,
        isUsed: renewal !== 'next' && session.isUsed,
      }
      keep(next)
      if (known === undefined) endSurplus(use.userId)
      write()
      return grantOf(next)
    },

    noteUse(use, client) {
      if (use.isWatcher || use.apiKeyExpires !== undefined) return
      const known = living.get(use.chainId)
      // A token without a number may be of the newest pair.
      const isNewest = (use.generation ?? Number.POSITIVE_INFINITY) >= (known?.generation ?? 0)
      const session = known ?? begin(use, client, { generation: 0 })
      keep({ ...session, lastUsedAt: now(), isUsed: session.isUsed || isNewest })
      if (known === undefined) endSurplus(use.userId)
    },

    of: sessionsOf,
    expiry,

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
      for (const { id, impersonatorId } of living.values()) if (impersonatorId === userId) end(id)
      endedSessions.endUser(userId)
      write()
    },

    endOfProvider({ userId, providerSession }) {
      const ended = [...living.values()].filter(
        (session) =>
          session.providerSession !== null &&
          (userId === undefined || session.userId === userId) &&
          (providerSession === undefined ||
            session.providerSession === providerSession ||
            // A session of this user with an unknown name may be the one.
            (userId !== undefined && session.providerSession === '')),
      )
      for (const { id } of ended) end(id)
      write()
      return ended.length
    },

    sweep() {
      for (const session of living.values()) {
        if (expiry(session) <= now()) end(session.id)
        else if (isForgotten(session, now())) forget(session.id)
      }
      write()
    },
  }
}
