import { everyone, tenantAdmins } from '../access/permissions.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { endAll, endOne, sessionsOf } from '../entities/userSessions.ts'
import { handlersOf, policiesOf } from './callTypes.ts'

/** Policies of the calls about sessions. */
export const sessionPolicies = policiesOf({
  ownSessions: { may: everyone, summary: "The caller's sessions, the one used last first" },
  endOwnSession: { may: everyone, summary: "End one of the caller's sessions", records: 'LOGOUT' },
  endOtherSessions: { may: everyone, summary: "End all of the caller's sessions but this one", records: 'LOGOUT' },
  userSessions: { may: tenantAdmins, summary: "A user's sessions, the one used last first" },
  endUserSession: { may: tenantAdmins, summary: "End one of a user's sessions", records: 'LOGOUT' },
  endUserSessions: { may: tenantAdmins, summary: "End a user's sessions", records: 'LOGOUT' },
})

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
