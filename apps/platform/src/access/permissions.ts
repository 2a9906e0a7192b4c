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

/** Entries of the table for a call. A call whose row in the contract has a `signInStep` has the entry of that name. */
type EntryOf<K extends CallName> = (typeof calls)[K] extends { readonly signInStep: string }
  ? 'signInStep'
  : 'public' | Permission

const everyone = { TENANT_ADMIN: 'all', CUSTOMER_USER: 'all' } as const
const ownerOnly = { ...everyone, isOwnerOnly: true } as const
const administrators = { TENANT_ADMIN: 'all', CUSTOMER_USER: 'no' } as const
const administratorsInTenant = { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'no' } as const
const watchers = { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'customer' } as const

/**
 * The table of who may make which call, and on which entities. Customer users only watch, and look after the alarms of
 * what is theirs. The only other calls with which they write are `saveUser` on themselves, `changePassword`, `logout`,
 * those that end sessions of their own, and those on their own second factors and API keys. `signInStep` calls need the token of an
 * unfinished sign-in.
 */
export const permissions = {
  login: 'public',
  refreshToken: 'public',
  passwordPolicy: 'public',
  signInClients: 'public',
  openActivation: 'public',
  confirmEmail: 'public',
  activate: 'public',
  resetPassword: 'public',

  signInProviders: 'signInStep',
  sendVerificationCode: 'signInStep',
  checkVerificationCode: 'signInStep',
  passkeyChallenge: 'signInStep',
  checkPasskey: 'signInStep',
  finishFactorSetup: 'signInStep',

  factorProviders: everyone,
  factorSettings: everyone,
  proveIdentity: ownerOnly,
  generateFactor: ownerOnly,
  submitFactor: ownerOnly,
  saveFactor: ownerOnly,
  deleteFactor: ownerOnly,
  newRecoveryCodes: ownerOnly,
  newPasskeyOptions: ownerOnly,
  addPasskey: ownerOnly,
  deletePasskey: ownerOnly,
  userFactors: administratorsInTenant,
  deleteUserFactors: administratorsInTenant,

  logout: everyone,
  changePassword: ownerOnly,
  currentUser: everyone,
  user: watchers,
  saveUser: { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'self' },
  cancelEmailChange: ownerOnly,
  confirmUserEmail: administratorsInTenant,
  rejectUserEmail: administratorsInTenant,
  deleteUser: administratorsInTenant,
  userToken: { ...administratorsInTenant, isOwnerOnly: true },
  userTokenAccessEnabled: administrators,
  activationLinkInfo: administratorsInTenant,
  activationLink: administratorsInTenant,
  setUserCredentialsEnabled: administratorsInTenant,
  users: everyone,
  userInfos: everyone,
  customerUsers: administratorsInTenant,

  ownSessions: everyone,
  endOwnSession: everyone,
  endOtherSessions: everyone,
  userSessions: administratorsInTenant,
  endUserSession: administratorsInTenant,
  endUserSessions: administratorsInTenant,

  saveApiKey: { TENANT_ADMIN: 'self', CUSTOMER_USER: 'self', isOwnerOnly: true },
  apiKeys: { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'self' },
  describeApiKey: { TENANT_ADMIN: 'self', CUSTOMER_USER: 'self', isOwnerOnly: true },
  enableApiKey: { TENANT_ADMIN: 'self', CUSTOMER_USER: 'self', isOwnerOnly: true },
  deleteApiKey: { TENANT_ADMIN: 'tenant', CUSTOMER_USER: 'self', isOwnerOnly: true },

  customers: administrators,
  customer: watchers,
  customerShortInfo: watchers,
  saveCustomer: administratorsInTenant,
  deleteCustomer: administratorsInTenant,

  tenantDevices: administrators,
  customerDevices: watchers,
  tenantPlainDevices: administrators,
  customerPlainDevices: watchers,
  devicesByIds: watchers,
  deviceTypes: everyone,
  deviceInfo: watchers,
  device: watchers,
  saveDevice: administratorsInTenant,
  saveDeviceWithCredentials: administratorsInTenant,
  deleteDevice: administratorsInTenant,
  deviceCredentials: administratorsInTenant,
  saveDeviceCredentials: administratorsInTenant,
  assignDevice: administratorsInTenant,
  unassignDevice: administratorsInTenant,
  defaultDeviceProfile: everyone,
  deviceProfiles: administrators,
  deviceProfileInfos: everyone,

  tenantAssets: administrators,
  customerAssets: watchers,
  tenantPlainAssets: administrators,
  customerPlainAssets: watchers,
  assetByName: administratorsInTenant,
  assetInfo: watchers,
  asset: watchers,
  saveAsset: administratorsInTenant,
  deleteAsset: administratorsInTenant,
  assignAsset: administratorsInTenant,
  unassignAsset: administratorsInTenant,
  assetProfileNames: everyone,

  attributes: watchers,
  allAttributes: watchers,
  attributeKeys: watchers,
  allAttributeKeys: watchers,
  saveAttributes: administratorsInTenant,
  saveDeviceAttributes: administratorsInTenant,
  deleteAttributes: administratorsInTenant,
  timeseries: watchers,
  timeseriesKeys: watchers,
  saveTimeseries: administratorsInTenant,
  saveTimeseriesWithTtl: administratorsInTenant,
  deleteTimeseries: administratorsInTenant,

  evidence: watchers,
  evidenceKey: everyone,

  findEntities: everyone,
  countEntities: everyone,
  findAlarms: everyone,
  countAlarms: everyone,

  rpcOneway: administratorsInTenant,
  rpcTwoway: administratorsInTenant,

  systemInfo: everyone,
  systemParams: everyone,

  auditLogs: administrators,
  customerAuditLogs: administrators,
  userAuditLogs: administrators,
  entityAuditLogs: administrators,

  alarms: everyone,
  alarmsV2: everyone,
  entityAlarms: watchers,
  entityAlarmsV2: watchers,
  alarm: watchers,
  alarmInfo: watchers,
  saveAlarm: administratorsInTenant,
  acknowledgeAlarm: watchers,
  clearAlarm: watchers,
  deleteAlarm: administratorsInTenant,
  assignAlarm: watchers,
  unassignAlarm: watchers,
  highestAlarmSeverity: watchers,
  alarmTypes: everyone,
  alarmComments: watchers,
  saveAlarmComment: watchers,
  deleteAlarmComment: watchers,

  causedFaults: administratorsInTenant,
  causeFault: administratorsInTenant,
  endFaults: administratorsInTenant,
} as const satisfies { readonly [K in CallName]: EntryOf<K> }

/** Calls that need no token. */
export type PublicCall = {
  [K in CallName]: (typeof permissions)[K] extends 'public' ? K : never
}[CallName]

/** Calls that continue an unfinished sign-in. */
export type SignInStepCall = {
  [K in CallName]: (typeof permissions)[K] extends 'signInStep' ? K : never
}[CallName]

/** The owner of an entity, as permissions compare it. */
export interface Ownership extends Owner {
  /** Set for users. */
  readonly userId?: string
}

/** Returns true if a caller may make a call on any entity. */
export function mayCall({ authority, isWatcher }: Pick<Principal, 'authority' | 'isWatcher'>, call: CallName): boolean {
  if (isWatcher && !isWatcherCall(call)) return false
  return reachOf(authority, call) !== 'no'
}

/**
 * Returns true if a call is left to the owner of an account, and the caller is an administrator who signed in as them, or
 * a program with an API key.
 */
export function isLeftToOwner(caller: Pick<Principal, 'impersonatedBy' | 'apiKeyExpires'>, call: CallName): boolean {
  const permission: 'public' | 'signInStep' | Permission = permissions[call]
  const isOther = caller.impersonatedBy !== undefined || caller.apiKeyExpires !== undefined
  return isOther && typeof permission === 'object' && permission.isOwnerOnly === true
}

/** Returns true if the caller may make this call on an entity with this owner. */
export function mayReach(principal: Principal, call: CallName, owner: Ownership): boolean {
  const isOfTenant = owner.tenantId === principal.tenantId
  switch (reachOf(principal.authority, call)) {
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

function reachOf(authority: Authority, call: CallName): Reach {
  const permission: 'public' | 'signInStep' | Permission = permissions[call]
  if (permission === 'public' || permission === 'signInStep') return 'all'
  return authority === 'SYS_ADMIN' ? 'no' : permission[authority]
}

/** Returns the owner of an entity that refers to its tenant and customer. */
export function ownerOf(entity: { tenantId: { id: string }; customerId: { id: string } }): Ownership {
  return { tenantId: entity.tenantId.id, customerId: entity.customerId.id }
}
