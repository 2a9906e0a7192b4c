import type { Authority } from '@greenwave/contract/wire/auth'
import type { CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { NULL_UUID } from '@greenwave/contract/wire/ids'
import type { Owner } from '../store/store.ts'
import type { Principal } from './principal.ts'
import { isWatcherCall } from './service.ts'

/**
 * Which entities a role may reach with a call:
 * - `no`: none
 * - `all`: no single entity is concerned, or each role sees its own part
 * - `tenant`: entities of the caller's tenant
 * - `customer`: entities of the caller's customer
 * - `self`: the caller's own user
 */
export type Reach = 'no' | 'all' | 'tenant' | 'customer' | 'self'

/** The reach of both roles of the product. */
export interface Permission {
  readonly TENANT_ADMIN: Reach
  readonly CUSTOMER_USER: Reach
  /**
   * The call changes how its caller signs in, or opens a session: an administrator who signed in as the user may not make
   * it, and no program with an API key.
   */
  readonly isOwnerOnly?: true
}

/** Permission of each user: for themselves, or for what they see anyway. */
export const everyone: Permission = { TENANT_ADMIN: 'all', CUSTOMER_USER: 'all' }
/** Permission of each user, for how they sign in. */
export const ownerOnly: Permission = { ...everyone, isOwnerOnly: true }
/** Permission of administrators, for what concerns no single entity. */
export const admins: Permission = { TENANT_ADMIN: 'all', CUSTOMER_USER: 'no' }
/** Permission of administrators, on entities of their tenant. */
export const tenantAdmins: Permission = { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'no' }
/** Permission of all who watch: customer users do no more than that, and look after the alarms of what is theirs. */
export const watchers: Permission = { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'customer' }

/** Calls that need no token. */
export const PUBLIC_CALLS = [
  'login',
  'refreshToken',
  'passwordPolicy',
  'signInClients',
  'openActivation',
  'confirmEmail',
  'activate',
  'resetPassword',
] as const satisfies readonly CallName[]
export type PublicCall = (typeof PUBLIC_CALLS)[number]

/** Returns whether a call needs no token. */
export const isPublicCall = (name: CallName): boolean => PUBLIC_CALLS.some((open) => open === name)

/** Calls that continue an unfinished sign-in, and need its token. */
export type SignInStepCall = {
  [K in CallName]: (typeof calls)[K] extends { readonly signInStep: string } ? K : never
}[CallName]

/** The owner of an entity, as permissions compare it. */
export interface Ownership extends Owner {
  /** Set for users. */
  readonly userId?: string
}

/** Returns true if a caller may make a call on any entity. */
export function mayCall(
  { authority, isWatcher }: Pick<Principal, 'authority' | 'isWatcher'>,
  call: CallName,
  permission: Permission,
): boolean {
  if (isWatcher && !isWatcherCall(call)) return false
  return reachOf(authority, permission) !== 'no'
}

/**
 * Returns true if a call is left to the owner of an account, and the caller is an administrator who signed in as them, or
 * a program with an API key.
 */
export function isLeftToOwner(
  caller: Pick<Principal, 'impersonatedBy' | 'apiKeyExpires'>,
  permission: Permission,
): boolean {
  const isOther = caller.impersonatedBy !== undefined || caller.apiKeyExpires !== undefined
  return isOther && permission.isOwnerOnly === true
}

/** Returns true if the caller may make a call with this permission on an entity with this owner. */
export function mayReach(principal: Principal, permission: Permission, owner: Ownership): boolean {
  const isOfTenant = owner.tenantId === principal.tenantId
  switch (reachOf(principal.authority, permission)) {
    case 'no':
      return false
    case 'all':
    case 'tenant':
      return isOfTenant
    case 'customer':
      return isOfTenant && owner.customerId === principal.customerId && owner.customerId !== NULL_UUID
    case 'self':
      return isOfTenant && owner.userId === principal.userId
  }
}

function reachOf(authority: Authority, permission: Permission): Reach {
  return authority === 'SYS_ADMIN' ? 'no' : permission[authority]
}

/** An entity that refers to its tenant and customer. */
export interface Owned {
  readonly tenantId: { readonly id: string }
  readonly customerId: { readonly id: string }
}

/** Returns the owner of an entity. */
export function ownerOf(entity: Owned): Ownership {
  return { tenantId: entity.tenantId.id, customerId: entity.customerId.id }
}
