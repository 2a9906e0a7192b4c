import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { Page, PageQuery } from '@greenwave/contract/wire/page'
import type { User } from '@greenwave/contract/wire/users'
import { everyone, ownerOnly, tenantAdmins, watchers } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import { Refusal } from '../access/refusal.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { mapPage, pageLink } from '../entities/pageLinks.ts'
import type { Caller } from '../entities/reach.ts'
import {
  deleteUser,
  requestedOwnEmail,
  saveUser,
  setUserEnabled,
  withAccountState,
  withPendingEmail,
} from '../entities/users.ts'
import { USER_SORTS } from '../store/users.ts'
import { handlersOf, policiesOf, textAnswer } from './callTypes.ts'
import { parseFlag } from './queryValues.ts'

/** Policies of the calls about users and their accounts. */
export const userPolicies = policiesOf({
  user: { may: watchers, summary: 'One user' },
  saveUser: {
    may: { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'self' },
    summary:
      'Create or update a user. A new e-mail address of the caller needs currentPassword, and waits as additionalInfo.pendingEmail until it is confirmed',
    records: 'UPDATED',
  },
  confirmEmail: { summary: 'Confirm a new e-mail address with the token of the mailed link', records: 'UPDATED' },
  cancelEmailChange: {
    may: ownerOnly,
    summary: "Drop the caller's new e-mail address that is not confirmed",
    records: 'UPDATED',
  },
  confirmUserEmail: {
    may: tenantAdmins,
    summary: 'Confirm the new e-mail address that a user requested',
    records: 'UPDATED',
  },
  rejectUserEmail: {
    may: tenantAdmins,
    summary: 'Drop the new e-mail address that a user requested',
    records: 'UPDATED',
  },
  deleteUser: { may: tenantAdmins, summary: 'Delete a user', records: 'DELETED' },
  userToken: { may: { ...tenantAdmins, isOwnerOnly: true }, summary: 'Sign in as a customer user', records: 'LOGIN' },
  activationLinkInfo: {
    may: tenantAdmins,
    summary: "A user's activation link and its life",
    unrecorded: 'a new link opens nothing before it is used, which is recorded',
  },
  activationLink: {
    may: tenantAdmins,
    summary: "A user's activation link as text",
    unrecorded: 'a new link opens nothing before it is used, which is recorded',
  },
  setUserCredentialsEnabled: {
    may: tenantAdmins,
    summary: 'Enable or disable an account',
    records: 'CREDENTIALS_UPDATED',
  },
  users: { may: everyone, summary: 'Users in reach' },
  userInfos: { may: everyone, summary: 'Users in reach, in short' },
  customerUsers: { may: tenantAdmins, summary: 'Users of a customer' },
})

/** Returns the handlers of the calls about users and their accounts. */
export function userHandlers(deps: EntityDeps) {
  const { store, access } = deps
  const inReach = ({ principal, reach }: Caller, query: PageQuery) =>
    store.users.page(principal.tenantId, reach.customerId, pageLink(query, USER_SORTS))
  const ownUser = ({ userId }: Principal): User => {
    const user = store.users.byId(userId)
    if (user === undefined) throw new Refusal('authentication', MESSAGES.authenticationFailed)
    return user
  }
  const seenBy = (principal: Principal, page: Page<User>): Page<User> =>
    principal.authority === 'TENANT_ADMIN' ? mapPage(page, (user) => withPendingEmail(deps, principal, user)) : page
  const linkOf = (userId: string, origin: string): { value: string; ttlMs: number } => {
    const { token, ttlMs } = access.accounts.activationToken(userId)
    return { value: `${origin}/api/noauth/activate?activateToken=${token}`, ttlMs }
  }
  return handlersOf({
    user: ({ params, principal, reach }) => withAccountState(deps, principal, reach.user(params.userId)),
    saveUser: async (input) => {
      const newEmail = await requestedOwnEmail(deps, input, input.body)
      const sendActivationMail = parseFlag(input.query, 'sendActivationMail', true)
      const { user, sendMails } = saveUser(deps, input, input.body, sendActivationMail, newEmail)
      await store.committed()
      sendMails()
      return newEmail === undefined ? user : withPendingEmail(deps, input.principal, user)
    },
    confirmEmail: ({ body }) => ({ email: access.emailChanges.confirmByLink(body.token).email }),
    cancelEmailChange: ({ principal }) => access.emailChanges.cancel(principal, ownUser(principal)),
    confirmUserEmail: ({ params, principal, reach }) =>
      access.emailChanges.confirmByAdministrator(principal, reach.user(params.userId)),
    rejectUserEmail: ({ params, principal, reach }) => access.emailChanges.cancel(principal, reach.user(params.userId)),
    deleteUser: ({ params, principal, reach }) => deleteUser(deps, principal, reach.user(params.userId)),
    userToken: ({ params, principal, reach, client }) =>
      access.signIn.asUser(principal, reach.user(params.userId), client),
    userTokenAccessEnabled: () => true,
    activationLinkInfo: ({ params, reach, origin }) => linkOf(reach.user(params.userId).id.id, origin),
    activationLink: ({ params, reach, origin }) => textAnswer(linkOf(reach.user(params.userId).id.id, origin).value),
    setUserCredentialsEnabled: ({ params, query, principal, reach }) => {
      const enabled = parseFlag(query, 'userCredentialsEnabled', true)
      setUserEnabled(deps, principal, reach.user(params.userId), enabled)
    },
    users: (input) => seenBy(input.principal, inReach(input, input.query)),
    userInfos: (input) =>
      mapPage(inReach(input, input.query), ({ id, email, firstName, lastName }) => ({
        id,
        email,
        firstName,
        lastName,
      })),
    customerUsers: ({ params, query, principal, reach }) =>
      seenBy(
        principal,
        store.users.page(principal.tenantId, reach.customer(params.customerId).id.id, pageLink(query, USER_SORTS)),
      ),
  })
}
