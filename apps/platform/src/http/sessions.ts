import type { EntityDeps } from '../entities/entityDeps.ts'
import { endAll, endOne, sessionsOf } from '../entities/userSessions.ts'
import { handlersOf } from './callTypes.ts'

/** Returns the handlers of the calls about sessions: the caller's own, and for administrators those of their users. */
export const sessionHandlers = (deps: EntityDeps) =>
  handlersOf({
    ownSessions: ({ principal }) => sessionsOf(deps, principal, principal.userId),
    endOwnSession: ({ params, principal, client }) =>
      endOne(deps, { principal, client, userId: principal.userId }, params.sessionId),
    endOtherSessions: ({ principal, client }) => endAll(deps, { principal, client, userId: principal.userId }),
    userSessions: ({ params, principal, reach }) => sessionsOf(deps, principal, reach.user(params.userId).id.id),
    endUserSession: ({ params, principal, reach, client }) =>
      endOne(deps, { principal, client, userId: reach.user(params.userId).id.id }, params.sessionId),
    endUserSessions: ({ params, principal, reach, client }) =>
      endAll(deps, { principal, client, userId: reach.user(params.userId).id.id }),
  })
