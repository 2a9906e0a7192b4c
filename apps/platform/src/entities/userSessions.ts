import type { Session } from '@greenwave/contract/wire/sessions'
import type { Client } from '../access/knownBrowsers.ts'
import type { Principal } from '../access/principal.ts'
import { notFound } from '../access/refusal.ts'
import { subjectOf } from '../audit/action.ts'
import { describeClient } from '../audit/describeClient.ts'
import type { EntityDeps } from './entityDeps.ts'

/** A request to end sessions: the caller, their address, and the user whose sessions end. */
interface EndRequest {
  readonly principal: Principal
  readonly client: Client
  readonly userId: string
}

/** Returns the sessions of a user as the caller sees them, the latest used first. */
export function sessionsOf({ access }: EntityDeps, principal: Principal, userId: string): Session[] {
  return access.sessions.of(userId).map((session) => {
    const { browser, os } = describeClient({ address: '', userAgent: session.userAgent ?? undefined })
    return {
      id: session.id,
      current: session.id === principal.chainId,
      address: session.clientAddress,
      browser,
      os,
      startedTs: session.startedAt,
      lastUsedTs: session.lastUsedAt,
      expiresTs: access.sessions.expiry(session),
      impersonatedBy: session.impersonatedBy,
    }
  })
}

/** Ends one session of a user. @throws {Refusal} when the user has no such session */
export function endOne(deps: EntityDeps, request: EndRequest, sessionId: string): void {
  const { sessions } = deps.access
  if (!sessions.of(request.userId).some(({ id }) => id === sessionId)) throw notFound('Session', sessionId)
  ending(deps, request, () => {
    sessions.end(sessionId)
    return 1
  })
}

/** Ends all sessions of a user except the caller's. */
export function endAll(deps: EntityDeps, request: EndRequest): void {
  ending(deps, request, () => deps.access.sessions.endOthers(request.userId, request.principal.chainId))
}

/** Ends sessions of a user, and records how many unless there were none. */
function ending({ store, access }: EntityDeps, { principal, client, userId }: EndRequest, end: () => number): void {
  const user = store.users.byId(userId)
  if (user === undefined) throw notFound('User', userId)
  access.audited({ actor: principal, type: 'LOGOUT', ...subjectOf(user), from: client }, end, (ended) =>
    ended === 0 ? undefined : { data: { sessions: ended } },
  )
}
