import type { EntityDeps } from '../entities/entityDeps.ts'
import { reachUser } from '../entities/reach.ts'
import { endAll, endOne, sessionsOf } from '../entities/userSessions.ts'
import type { Handlers } from './callTypes.ts'

type SessionCall =
  | 'ownSessions'
  | 'endOwnSession'
  | 'endOtherSessions'
  | 'userSessions'
  | 'endUserSession'
  | 'endUserSessions'

/** Who is signed in: one's own sessions, and for administrators those of their users. */
export function sessionHandlers(deps: EntityDeps): Handlers<SessionCall> {
  const { store } = deps
  return {
    ownSessions: ({ principal }) => sessionsOf(deps, principal, principal.userId),
    endOwnSession: ({ params, principal, client }) =>
      endOne(deps, { principal, client, userId: principal.userId }, params.sessionId),
    endOtherSessions: ({ principal, client }) => endAll(deps, { principal, client, userId: principal.userId }),
    userSessions: ({ params, principal }) =>
      sessionsOf(deps, principal, reachUser(store, principal, 'userSessions', params.userId).id.id),
    endUserSession: ({ params, principal, client }) => {
      const user = reachUser(store, principal, 'endUserSession', params.userId)
      endOne(deps, { principal, client, userId: user.id.id }, params.sessionId)
    },
    endUserSessions: ({ params, principal, client }) => {
      const user = reachUser(store, principal, 'endUserSessions', params.userId)
      endAll(deps, { principal, client, userId: user.id.id })
    },
  }
}
