import { randomUUID } from 'node:crypto'
import { EMAIL_ADDRESS } from '@greenwave/contract/wire/fields'
import { entityRef, isAssigned, NULL_UUID } from '@greenwave/contract/wire/ids'
import { infoOf } from '@greenwave/contract/wire/tolerant'
import type { COMPUTED_USER_INFO, User, UserRequest } from '@greenwave/contract/wire/users'
import { markEmailProved } from '../access/emailChanges.ts'
import type { Client } from '../access/knownBrowsers.ts'
import type { Principal } from '../access/principal.ts'
import { badRequest, leftToOwner, permissionDenied } from '../access/refusal.ts'
import { requestedSubject, savedAs, subjectOf } from '../audit/action.ts'
import type { Store } from '../store/openStore.ts'
import { unassignAlarmsOf } from './alarms.ts'
import type { EntityDeps } from './entityDeps.ts'
import type { Caller } from './reach.ts'
import { findTextViolations } from './textRules.ts'

/** A user as it was saved. */
interface SavedUser {
  readonly user: User
  /** Sends the mails about a new address; to be called when the user is on disk. */
  readonly sendMails: () => void
}

/**
 * Resolves with the new e-mail address that callers request for themselves, when they have given their password;
 * with undefined when a request changes no address of the caller, or to none that exists.
 * @throws {Refusal} without the right `currentPassword`, and for an administrator who is signed in as the user
 */
export async function requestedOwnEmail(
  { store, access }: EntityDeps,
  { principal, client }: { readonly principal: Principal; readonly client: Client },
  { id, email, currentPassword }: UserRequest,
): Promise<string | undefined> {
  if (email == null || !EMAIL_ADDRESS.test(email) || !isOwnChange(store, principal, id?.id, email)) return undefined
  if (principal.impersonatedBy !== undefined || principal.apiKeyExpires !== undefined) throw leftToOwner(principal)
  if (currentPassword == null || currentPassword === '') {
    throw badRequest('currentPassword: give your password with a new e-mail address, because you sign in with it')
  }
  await access.signIn.checkOwnPassword(principal, currentPassword, client)
  return email
}

function isOwnChange(store: Store, principal: Principal, userId: string | undefined, email: string): boolean {
  if (userId !== principal.userId) return false
  return store.users.byId(userId)?.email.toLowerCase() !== email.toLowerCase()
}

/**
 * Creates a user with a disabled account, or updates one.
 * @param newEmail the caller's own new address, which `requestedOwnEmail` returned: it waits for its proof
 * @param sendActivationMail this platform sends no mail; with it, creating a user fails as in a ThingsBoard without a
 * mail server
 * @throws {Refusal}
 * @throws {VersionConflict}
 */
export function saveUser(
  { store, access }: EntityDeps,
  { principal, reach }: Caller,
  request: UserRequest,
  sendActivationMail: boolean,
  newEmail?: string,
): SavedUser {
  if (request.id == null && principal.authority !== 'TENANT_ADMIN') throw permissionDenied()
  const existing = request.id == null ? undefined : reach.user(request.id.id)
  const action = {
    actor: principal,
    type: existing === undefined ? 'ADDED' : 'UPDATED',
    ...requestedSubject('USER', existing?.id, request.email),
  } as const
  let sendMails = (): void => {}
  const save = (): User =>
    store.transaction(() => {
      const isOwn = existing !== undefined && newEmail !== undefined
      const user = compose(store, principal, request, existing, access.now(), isOwn)
      if (existing === undefined && sendActivationMail) {
        throw badRequest("Couldn't send user activation email")
      }
      const stored = store.users.save(user, request.version ?? undefined)
      if (existing === undefined) access.accounts.open(stored.id.id)
      else if (isOwn) sendMails = access.emailChanges.begin(existing, newEmail)
      else if (stored.id.id !== principal.userId) settleEmail(store, existing, stored)
      return stored
    })
  const user = access.audited(action, save, (saved) => ({
    ...savedAs(saved),
    ...(newEmail !== undefined && { data: { entity: saved, requestedEmail: newEmail } }),
  }))
  return { user, sendMails }
}

/** An administrator vouches for the address of a user whom they save. */
function settleEmail(store: Store, before: User, saved: User): void {
  markEmailProved(store, saved.id.id)
  if (before.email !== saved.email) store.emailChanges.remove(saved.id.id)
}

function compose(
  store: Store,
  principal: Principal,
  request: UserRequest,
  existing: User | undefined,
  now: number,
  keepsEmail: boolean,
): User {
  const { firstName, lastName, phone, additionalInfo } = request
  const violations = findTextViolations(
    [
      { name: 'firstName', label: 'first name', value: firstName },
      { name: 'lastName', label: 'last name', value: lastName },
      { name: 'phone', value: phone },
      { name: 'email', value: request.email },
    ],
    additionalInfo,
  )
  if (violations !== undefined) throw badRequest(violations)
  const email = existing !== undefined && keepsEmail ? existing.email : freeEmail(store, request.email, existing)
  // The address may have changed while the request was checked.
  if (!keepsEmail && existing !== undefined && isOwnChange(store, principal, existing.id.id, email)) {
    throw badRequest('email: the address of this account has just changed. Read it again')
  }
  const authority = checkedAuthority(request.authority)
  if (existing !== undefined && authority !== existing.authority) throw badRequest("Can't update user authority!")
  const customerId = checkedCustomer(store, principal, request, authority)
  if (existing !== undefined && customerId !== existing.customerId.id) {
    throw badRequest("Can't update user customer id!")
  }
  return {
    id: existing?.id ?? entityRef('USER', randomUUID()),
    createdTime: existing?.createdTime ?? now,
    tenantId: entityRef('TENANT', principal.tenantId),
    customerId: entityRef('CUSTOMER', customerId),
    email,
    name: email,
    authority,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    phone: phone ?? null,
    additionalInfo: withoutPendingEmail(additionalInfo) ?? null,
  }
}

/** Users must not store what the platform says of their address. */
function withoutPendingEmail(additionalInfo: unknown): unknown {
  if (typeof additionalInfo !== 'object' || additionalInfo === null || !('pendingEmail' in additionalInfo)) {
    return additionalInfo
  }
  const { pendingEmail: _, ...info } = additionalInfo
  return info
}

function freeEmail(store: Store, email: string | null | undefined, existing: User | undefined): string {
  if (email == null || email === '') throw badRequest('User email should be specified!')
  if (!EMAIL_ADDRESS.test(email)) throw badRequest(`Invalid email address format '${email}'!`)
  const holder = store.users.byEmail(email)
  if (holder !== undefined && holder.id.id !== existing?.id.id) {
    throw badRequest(`User with email '${email}' already present in database!`)
  }
  return email
}

function checkedAuthority(authority: string | null | undefined): 'TENANT_ADMIN' | 'CUSTOMER_USER' {
  if (authority == null || authority === '') throw badRequest("User authority isn't defined!")
  if (authority === 'TENANT_ADMIN' || authority === 'CUSTOMER_USER') return authority
  if (authority === 'SYS_ADMIN') throw permissionDenied()
  throw badRequest(`Unsupported authority '${authority}'. Only 'TENANT_ADMIN', 'CUSTOMER_USER' are allowed.`)
}

/** Returns the id of the user's customer; the null id for an administrator. */
function checkedCustomer(
  store: Store,
  principal: Principal,
  { customerId }: UserRequest,
  authority: 'TENANT_ADMIN' | 'CUSTOMER_USER',
): string {
  if (authority === 'TENANT_ADMIN') {
    if (isAssigned(customerId)) throw badRequest("Tenant administrator can't be assigned to customer!")
    return NULL_UUID
  }
  if (customerId == null || !isAssigned(customerId)) {
    throw badRequest('Customer user should be assigned to customer!')
  }
  const customer = store.customers.byId(customerId.id)
  if (customer === undefined) throw badRequest('User is referencing to non-existent customer!')
  if (customer.tenantId.id !== principal.tenantId) {
    throw badRequest("User can't be assigned to customer from different tenant!")
  }
  return customer.id.id
}

/**
 * Deletes a user, whose tokens become invalid and whose alarms are unassigned. @throws {Refusal} for the last
 * administrator of a tenant
 */
export async function deleteUser({ store, access }: EntityDeps, principal: Principal, user: User): Promise<void> {
  const userId = user.id.id
  const action = { actor: principal, type: 'DELETED', ...subjectOf(user), data: { entityId: userId } } as const
  access.audited(action, () =>
    store.transaction(() => {
      refuseLastAdmin(store, user)
      store.users.remove(userId)
      access.sessions.endAllOf(userId)
    }),
  )
  await store.committed()
  await unassignAlarmsOf({ store, access }, user)
}

/**
 * Enables or disables a user's account; disabling revokes the user's tokens. @throws {Refusal} for the last
 * administrator of a tenant
 */
export function setUserEnabled(
  { store, access }: EntityDeps,
  principal: Principal,
  user: User,
  enabled: boolean,
): void {
  if (!enabled) refuseLastAdmin(store, user)
  const data = { entityId: user.id.id, userCredentialsEnabled: enabled }
  access.audited({ actor: principal, type: 'CREDENTIALS_UPDATED', ...subjectOf(user), data }, () =>
    access.accounts.setEnabled(user.id.id, enabled),
  )
  access.forgetFailures(user.email)
}

/**
 * Removes the second factors of a user who lost them, and ends the user's sessions: the lost phone may still be signed
 * in.
 */
export function removeUserFactors({ access }: EntityDeps, principal: Principal, user: User): void {
  if (access.factors.removeAll(principal, user, 'administrator')) access.sessions.endAllOf(user.id.id)
}

/** Refuses to lose the last administrator who can sign in: no other user could let the others in again. */
function refuseLastAdmin(store: Store, user: User): void {
  if (user.authority === 'TENANT_ADMIN' && store.users.countOtherAdmins(user.tenantId.id, user.id.id) === 0) {
    throw badRequest('At least one tenant administrator must remain!')
  }
}

type ComputedInfo = (typeof COMPUTED_USER_INFO)[number]

/**
 * Returns a user with additional notes, as reading a user by id answers: whether they may sign in, when they last did,
 * and the new e-mail address that waits for its proof.
 */
export function withAccountState(deps: EntityDeps, principal: Principal, user: User): User {
  const credentials = deps.store.users.credentials(user.id.id)
  const computed: Record<Exclude<ComputedInfo, 'pendingEmail'>, unknown> = {
    userCredentialsEnabled: credentials?.enabled ?? false,
    userActivated: credentials?.activateToken === null,
    lastLoginTs: credentials?.lastLoginTs ?? null,
  }
  return withPendingEmail(deps, principal, withComputed(user, computed))
}

/** Returns a user with the new e-mail address that waits for its proof, for administrators and the user alone. */
export function withPendingEmail({ access }: EntityDeps, principal: Principal, user: User): User {
  const mayKnow = principal.authority === 'TENANT_ADMIN' || principal.userId === user.id.id
  const pendingEmail = mayKnow ? access.emailChanges.pending(user.id.id) : undefined
  return pendingEmail === undefined ? user : withComputed(user, { pendingEmail })
}

function withComputed(user: User, computed: { readonly [key in ComputedInfo]?: unknown }): User {
  // Notes that are not an object have no place for these members.
  const { additionalInfo } = user
  if (additionalInfo != null && (typeof additionalInfo !== 'object' || Array.isArray(additionalInfo))) return user
  return { ...user, additionalInfo: { ...infoOf(additionalInfo), ...computed } }
}
