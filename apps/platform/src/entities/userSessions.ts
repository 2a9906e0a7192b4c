import type { Session } from '@greenwave/contract/sessions'
import { type Client, describeClient } from '../access/client.ts'
import type { Principal } from '../access/principal.ts'
import { notFound } from '../access/refusal.ts'
import type { EntityDeps } from './entityDeps.ts'

/** Who ends sessions of whom, and from where. */
interface EndRequest {
  readonly principal: Principal
  readonly client: Client
  readonly userId: string
}

/** Returns the sessions of a user as the caller sees them, the one used last first. */
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

/** Ends one session of a user. */
export function endOne(deps: EntityDeps, request: EndRequest, sessionId: string): void {
  const { sessions } = deps.access
  if (!sessions.of(request.userId).some(({ id }) => id === sessionId)) throw notFound('Session', sessionId)
  sessions.end(sessionId)
  record(deps, request, 1)
}

/** Ends all sessions of a user but the one that asks. */
export function endAll(deps: EntityDeps, request: EndRequest): void {
  const ended = deps.access.sessions.endOthers(request.userId, request.principal.chainId)
  if (ended > 0) record(deps, request, ended)
}

function record({ store, access }: EntityDeps, { principal, client, userId }: EndRequest, ended: number): void {
  const user = store.users.byId(userId)
  if (user === undefined) return
  access.audit.record({
    actor: principal,
    type: 'LOGOUT',
    entity: user.id,
    entityName: user.email,
    customerId: user.customerId.id,
    data: { ...describeClient(client), sessions: ended },
  })
}
