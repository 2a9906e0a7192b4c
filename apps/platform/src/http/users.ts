import type { Page, PageQuery } from '@greenwave/contract/page'
import type { User } from '@greenwave/contract/users'
import type { Principal } from '../access/principal.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import { reachCustomer, reachUser } from '../entities/reach.ts'
import { deleteUser, saveUser, setUserEnabled, withAccountState } from '../entities/users.ts'
import { Answer, type Handlers } from './callTypes.ts'
import { readFlag } from './queryValues.ts'

type UserCall =
  | 'user'
  | 'saveUser'
  | 'deleteUser'
  | 'userToken'
  | 'userTokenAccessEnabled'
  | 'activationLinkInfo'
  | 'activationLink'
  | 'setUserCredentialsEnabled'
  | 'users'
  | 'userInfos'
  | 'customerUsers'

export function userHandlers(deps: EntityDeps): Handlers<UserCall> {
  const { store, access } = deps
  const inReach = (principal: Principal, query: PageQuery): Page<User> => {
    const customerId = principal.authority === 'CUSTOMER_USER' ? principal.customerId : undefined
    return store.users.page(principal.tenantId, customerId, pageLink(query, 'users'))
  }
  const linkOf = (userId: string, origin: string): { value: string; ttlMs: number } => {
    const { token, ttlMs } = access.accounts.activationToken(userId)
    return { value: `${origin}/api/noauth/activate?activateToken=${token}`, ttlMs }
  }
  return {
    user: ({ params, principal }) => withAccountState(store, reachUser(store, principal, 'user', params.userId)),
    saveUser: ({ body, query, principal }) =>
      saveUser(deps, principal, body, readFlag('sendActivationMail', query.sendActivationMail, true)),
    deleteUser: ({ params, principal }) => deleteUser(deps, principal, params.userId),
    userToken: ({ params, principal, client }) =>
      access.signIn.asUser(principal, reachUser(store, principal, 'userToken', params.userId), client),
    userTokenAccessEnabled: () => true,
    activationLinkInfo: ({ params, principal, origin }) => {
      const user = reachUser(store, principal, 'activationLinkInfo', params.userId)
      return linkOf(user.id.id, origin)
    },
    activationLink: ({ params, principal, origin }) => {
      const user = reachUser(store, principal, 'activationLink', params.userId)
      return new Answer(200, { 'content-type': 'text/plain;charset=UTF-8' }, linkOf(user.id.id, origin).value)
    },
    setUserCredentialsEnabled: ({ params, query, principal }) =>
      setUserEnabled(
        deps,
        principal,
        params.userId,
        readFlag('userCredentialsEnabled', query.userCredentialsEnabled, true),
      ),
    users: ({ query, principal }) => inReach(principal, query),
    userInfos: ({ query, principal }) => {
      const { data, ...totals } = inReach(principal, query)
      const infos = data.map(({ id, email, firstName, lastName }) => ({ id, email, firstName, lastName }))
      return { ...totals, data: infos }
    },
    customerUsers: ({ params, query, principal }) => {
      const customer = reachCustomer(store, principal, 'customerUsers', params.customerId)
      return store.users.page(principal.tenantId, customer.id.id, pageLink(query, 'users'))
    },
  }
}
