import type { PageQuery } from '@greenwave/contract/page'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { mapPage, pageLink } from '../entities/pageLinks.ts'
import type { Caller } from '../entities/reach.ts'
import { deleteUser, saveUser, setUserEnabled, withAccountState } from '../entities/users.ts'
import { handlersOf, textAnswer } from './callTypes.ts'
import { readFlag } from './queryValues.ts'

/** Returns the handlers of the calls about users and their accounts. */
export function userHandlers(deps: EntityDeps) {
  const { store, access } = deps
  const inReach = ({ principal, reach }: Caller, query: PageQuery) =>
    store.users.page(principal.tenantId, reach.customerId, pageLink(query, 'users'))
  const linkOf = (userId: string, origin: string): { value: string; ttlMs: number } => {
    const { token, ttlMs } = access.accounts.activationToken(userId)
    return { value: `${origin}/api/noauth/activate?activateToken=${token}`, ttlMs }
  }
  return handlersOf({
    user: ({ params, reach }) => withAccountState(store, reach.user(params.userId)),
    saveUser: (input) => saveUser(deps, input, input.body, readFlag(input.query, 'sendActivationMail', true)),
    deleteUser: ({ params, principal, reach }) => deleteUser(deps, principal, reach.user(params.userId)),
    userToken: ({ params, principal, reach, client }) =>
      access.signIn.asUser(principal, reach.user(params.userId), client),
    userTokenAccessEnabled: () => true,
    activationLinkInfo: ({ params, reach, origin }) => linkOf(reach.user(params.userId).id.id, origin),
    activationLink: ({ params, reach, origin }) => textAnswer(linkOf(reach.user(params.userId).id.id, origin).value),
    setUserCredentialsEnabled: ({ params, query, principal, reach }) => {
      const enabled = readFlag(query, 'userCredentialsEnabled', true)
      setUserEnabled(deps, principal, reach.user(params.userId), enabled)
    },
    users: (input) => inReach(input, input.query),
    userInfos: (input) =>
      mapPage(inReach(input, input.query), ({ id, email, firstName, lastName }) => ({
        id,
        email,
        firstName,
        lastName,
      })),
    customerUsers: ({ params, query, principal, reach }) =>
      store.users.page(principal.tenantId, reach.customer(params.customerId).id.id, pageLink(query, 'users')),
  })
}
