import { randomUUID } from 'node:crypto'
import { EMAIL_ADDRESS } from '@greenwave/contract/wire/fields'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { actorOf, ownAction } from '../../audit/action.ts'
import type { Store } from '../../store/openStore.ts'
import { createPassword } from '../passwords.ts'
import { badRequest } from '../refusal.ts'
import type { Access } from './createAccess.ts'

/** The administrator who has to exist. */
export interface AdminRequest {
  readonly email: string
  /** Generated when absent; a generated password must be changed at the first sign-in. */
  readonly password?: string
  /** Title of the tenant, which is created if needed. Default: the first tenant, or a new one named `Greenwave`. */
  readonly tenantTitle?: string
}

/**
 * The administrator found or created. `password` is set for a new account; show it now, because only its hash is kept.
 */
export interface AdminResult {
  readonly created: boolean
  readonly userId: string
  readonly tenantId: string
  readonly password: string | undefined
}

const DEFAULT_TENANT = 'Greenwave'

/**
 * Creates a tenant administrator, and the tenant if needed. An existing account stays as it is.
 * @throws {Refusal} for an invalid e-mail address or one of a customer user, and for a password against the rules
 */
export async function ensureTenantAdmin(store: Store, access: Access, request: AdminRequest): Promise<AdminResult> {
  const { email, tenantTitle } = request
  const password = request.password ?? createPassword()
  if (!EMAIL_ADDRESS.test(email)) throw badRequest(`Invalid email address format '${email}'!`)
  const violation = await access.passwordRules.violation(password, email, 'first')
  if (violation !== undefined) throw badRequest(violation)

  const existing = store.users.byEmail(email)
  if (existing !== undefined) {
    if (existing.authority !== 'TENANT_ADMIN') {
      throw badRequest(`User with email '${email}' already present in database, and is no tenant administrator!`)
    }
    return { created: false, userId: existing.id.id, tenantId: existing.tenantId.id, password: undefined }
  }
  const userId = randomUUID()
  const tenantId = store.transaction(() => {
    const tenants = store.tenants.all()
    const tenant =
      tenantTitle === undefined
        ? (tenants[0] ?? store.tenants.create(DEFAULT_TENANT))
        : (tenants.find(({ title }) => title === tenantTitle) ?? store.tenants.create(tenantTitle))
    store.users.save({
      id: entityRef('USER', userId),
      createdTime: access.now(),
      tenantId: entityRef('TENANT', tenant.id),
      customerId: entityRef('CUSTOMER', NULL_UUID),
      email,
      name: email,
      authority: 'TENANT_ADMIN',
      firstName: null,
      lastName: null,
      phone: null,
      additionalInfo: null,
    })
    access.accounts.open(userId)
    return tenant.id
  })
  await access.accounts.setPassword(userId, password, request.password === undefined ? 'printed' : 'chosen')
  await store.committed()
  return { created: true, userId, tenantId, password }
}

/**
 * Gives an account a new password, enables it and ends all its sessions, for the operator at the command line.
 * @returns the new password
 * @throws {Refusal} when there is no such account or the password is against the rules
 */
export async function resetPassword(
  store: Store,
  access: Access,
  request: { email: string; password?: string },
): Promise<string> {
  const { email } = request
  const password = request.password ?? createPassword()
  const user = store.users.byEmail(email)
  if (user === undefined) throw badRequest(`There is no account '${email}'`)
  const action = { ...ownAction('CREDENTIALS_UPDATED', user), data: { resetBy: 'command line' } }
  await access.audited(action, () =>
    access.accounts.setPassword(user.id.id, password, request.password === undefined ? 'printed' : 'chosen'),
  )
  access.forgetFailures(email)
  await store.committed()
  return password
}

/**
 * Removes the second factors of a user who lost them and ends all the user's sessions, for the operator at the command
 * line.
 * @returns whether there were any
 * @throws {Refusal} when there is no such account
 */
export async function removeSecondFactor(store: Store, access: Access, email: string): Promise<boolean> {
  const user = store.users.byEmail(email)
  if (user === undefined) throw badRequest(`There is no account '${email}'`)
  if (!access.factors.removeAll(actorOf(user), user, 'command line')) return false
  access.sessions.endAllOf(user.id.id)
  await store.committed()
  return true
}

/**
 * Forgets which person of the sign-in provider a user is, and ends all the user's sessions, for the operator at the
 * command line: the next one with the user's verified e-mail address enters the account.
 * @returns whether a person of the provider was known
 * @throws {Refusal} when there is no such account
 */
export async function forgetProviderOf(store: Store, access: Access, email: string): Promise<boolean> {
  const user = store.users.byEmail(email)
  if (user === undefined) throw badRequest(`There is no account '${email}'`)
  const data = { provider: null, by: 'command line' }
  const wasKnown = access.audited(
    { ...ownAction('CREDENTIALS_UPDATED', user), data },
    () => store.providerIdentities.remove(user.id.id),
    (was) => (was ? {} : undefined),
  )
  if (!wasKnown) return false
  access.sessions.endAllOf(user.id.id)
  await store.committed()
  return true
}
