import type { Alarm, AlarmSeverity, AlarmStatus } from '@greenwave/contract/alarms'
import type { ActionType, AuditLog } from '@greenwave/contract/audit'
import type { DeviceCredentials } from '@greenwave/contract/credentials'
import type { Customer } from '@greenwave/contract/customers'
import type { Device, DeviceInfo, DeviceProfileInfo } from '@greenwave/contract/devices'
import type { EntityType } from '@greenwave/contract/ids'
import type { Page } from '@greenwave/contract/page'
import type { User } from '@greenwave/contract/users'
import type { DeviceData } from '../data/port/deviceData.ts'
import type { ClockTrouble } from './watchClock.ts'

/** A checked page request: `sortProperty` is one of the list's own. */
export interface PageLink {
  readonly pageSize: number
  readonly page: number
  readonly textSearch: string | undefined
  readonly sortProperty: string | undefined
  readonly sortOrder: 'ASC' | 'DESC'
}

/** Thrown by a save whose `version` is not the stored one. */
export class VersionConflict extends Error {
  constructor(kind: string) {
    super(`${kind} was already changed by someone else`)
    this.name = 'VersionConflict'
  }
}

/** A tenant: one operating company. */
export interface Tenant {
  readonly id: string
  readonly title: string
  readonly createdTime: number
}

/** The secrets and the state of an account, apart from the user that the wire shows. */
export interface UserCredentials {
  readonly userId: string
  readonly enabled: boolean
  /** argon2id; null before activation. */
  readonly passwordHash: string | null
  readonly activateToken: string | null
  /** Epoch milliseconds at which the activation token dies. */
  readonly activateTokenExpTime: number | null
  readonly failedLoginAttempts: number
  readonly lockedUntil: number | null
  readonly lastLoginTs: number | null
  /** An administrator disabled it: an activation link opens it no more. */
  readonly disabled: boolean
  /** The password was printed or handed over: it serves to choose another one and for nothing else. */
  readonly mustChangePassword: boolean
}

/** A passkey or security key; times are epoch milliseconds. */
export interface StoredPasskey {
  /** The credential's id, base64url. */
  readonly id: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** What the key counted at its last use; 0 for keys that do not count. */
  readonly counter: number
  readonly transports: readonly string[]
  /** Host name that it belongs to. */
  readonly rpId: string
  readonly name: string
  readonly createdTime: number
  readonly lastUsedTime: number | null
}

/** What proves who a user is, beside the password. */
export interface SecondFactors {
  readonly totp: {
    /** Base32. */
    readonly secret: string
    /** Time step of the code used last. */
    readonly lastStep: number
    /** Wrong codes in a row, and until when no more are taken. */
    readonly failures: { readonly count: number; readonly lockedUntil: number }
  } | null
  readonly passkeys: readonly StoredPasskey[]
  /** Hashes of the recovery codes that are left. */
  readonly recoveryHashes: readonly string[]
}

export interface SecondFactorRepository {
  of(userId: string): SecondFactors | undefined
  save(userId: string, factors: SecondFactors): void
  /** Saves what a use changed. It holds at once, and on disk as soon as that can be written. */
  noteUse(userId: string, factors: SecondFactors): void
  remove(userId: string): void
}

export interface TenantRepository {
  create(title: string): Tenant
  byId(id: string): Tenant | undefined
  all(): readonly Tenant[]
}

/**
 * Users. `save` inserts when the id is unknown; it sets `version` to 1 or adds 1, and throws VersionConflict when
 * `expectedVersion` is given and differs from the stored one. So do the other repositories.
 */
export interface UserRepository {
  byId(id: string): User | undefined
  /** Compares without case. Where accounts of the first release differ by case only, by the very spelling, else the oldest. */
  byEmail(email: string): User | undefined
  /** Addresses that differ from another one by case only. */
  twinAddresses(): readonly string[]
  save(user: User, expectedVersion?: number): User
  remove(id: string): void
  credentials(userId: string): UserCredentials | undefined
  credentialsByActivateToken(token: string): UserCredentials | undefined
  saveCredentials(credentials: UserCredentials): void
  /** How many enabled administrators a tenant has beside this user. */
  countOtherAdmins(tenantId: string, userId: string): number
  /** Users of a customer, or (no customer) all of the tenant. */
  page(tenantId: string, customerId: string | undefined, link: PageLink): Page<User>
  ofCustomer(customerId: string): readonly User[]
}

export interface CustomerRepository {
  byId(id: string): Customer | undefined
  byTitle(tenantId: string, title: string): Customer | undefined
  save(customer: Customer, expectedVersion?: number): Customer
  remove(id: string): void
  page(tenantId: string, link: PageLink): Page<Customer>
}

export interface DeviceFilter {
  readonly customerId?: string | undefined
  readonly type?: string | undefined
  readonly deviceProfileId?: string | undefined
  readonly active?: boolean | undefined
}

export interface DeviceRepository {
  byId(id: string): Device | undefined
  infoById(id: string): DeviceInfo | undefined
  byName(tenantId: string, name: string): Device | undefined
  save(device: Device, expectedVersion?: number): Device
  remove(id: string): void
  page(tenantId: string, filter: DeviceFilter, link: PageLink): Page<DeviceInfo>
  ofCustomer(customerId: string): readonly Device[]
  /** Every device with what the connectivity rule needs. */
  allIds(): readonly { id: string; tenantId: string; createdTime: number }[]
  /** Whose a device is, from memory: cheap enough to ask for every frame to a console. */
  ownerOf(id: string): { readonly tenantId: string; readonly customerId: string } | undefined
}

export interface CredentialsRepository {
  byDevice(deviceId: string): DeviceCredentials | undefined
  byCredentialsId(credentialsId: string): DeviceCredentials | undefined
  save(credentials: DeviceCredentials, expectedVersion?: number): DeviceCredentials
}

export interface DeviceProfileRepository {
  byId(id: string): DeviceProfileInfo | undefined
  byName(tenantId: string, name: string): DeviceProfileInfo | undefined
  default(tenantId: string): DeviceProfileInfo
  all(tenantId: string): DeviceProfileInfo[]
  create(tenantId: string, name: string): DeviceProfileInfo
}

/** Which audit records a list holds; times in epoch milliseconds, both inclusive. */
export interface AuditFilter {
  readonly startTime: number
  readonly endTime: number
  readonly actionTypes: readonly ActionType[] | undefined
  readonly customerId?: string | undefined
  readonly userId?: string | undefined
  readonly entity?: { entityType: EntityType; id: string } | undefined
}

export interface AuditRepository {
  /** `stands`: the record holds whatever becomes of entities that are written with it, and is tried again when the disk fails. */
  add(record: AuditLog, stands: boolean): void
  /** Resolves with a page as JSON text in UTF-8; rejects with an error of code PAGE_TOO_LARGE. */
  page(tenantId: string, filter: AuditFilter, link: PageLink): Promise<Uint8Array>
}

export interface AlarmFilter {
  readonly customerId?: string | undefined
  readonly originatorId?: string | undefined
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
  readonly statuses?: readonly AlarmStatus[] | undefined
  readonly severities?: readonly AlarmSeverity[] | undefined
  readonly types?: readonly string[] | undefined
  readonly assigneeId?: string | undefined
}

export interface AlarmRepository {
  byId(id: string): Alarm | undefined
  /** The alarm of this device and type that is not cleared. */
  active(originatorId: string, type: string): Alarm | undefined
  save(alarm: Alarm): Alarm
  remove(id: string): void
  page(tenantId: string, filter: AlarmFilter, link: PageLink): Page<Alarm>
  types(tenantId: string, customerId: string | undefined, link: PageLink): Page<{ type: string }>
}

/** A sign-in with all its renewals. Times are epoch milliseconds. */
export interface StoredSession {
  readonly id: string
  readonly userId: string
  readonly startedAt: number
  readonly lastUsedAt: number
  /** When its newest refresh token was made, and that token's number. */
  readonly renewedAt: number
  readonly generation: number
  /** From where it was last renewed. */
  readonly clientAddress: string | null
  readonly userAgent: string | null
  /** E-mail of the administrator who signed in as this user. */
  readonly impersonatedBy: string | null
}

export interface SessionRepository {
  all(): readonly StoredSession[]
  /** Inserts or updates, all or none. */
  save(sessions: readonly StoredSession[]): void
  remove(ids: readonly string[]): void
}

/** Groups of addresses that somebody signed in from, with the time of the last sign-in, epoch milliseconds. */
export interface KnownAddressRepository {
  /** The one longest ago first. */
  all(): readonly (readonly [address: string, lastSignIn: number])[]
  /** Writes one and removes others. */
  save(address: string, lastSignIn: number, forgotten: readonly string[]): void
}

/** Token invalidations ("outdated since"), by user id or session id; entries live as long as a refresh token. */
export interface RevocationRepository {
  /** Epoch milliseconds since when tokens of this user or session are void. */
  outdatedSince(userOrSessionId: string): number | undefined
  invalidate(userOrSessionId: string, sinceMs: number): void
  /** Forgets entries older than this. */
  prune(beforeMs: number): void
}

/**
 * Everything that outlives a restart. Calls on entities are synchronous: they read and write memory. What was written is on
 * disk when `committed` resolves, and only then may it be acknowledged.
 */
export interface Store {
  readonly tenants: TenantRepository
  readonly users: UserRepository
  readonly customers: CustomerRepository
  readonly devices: DeviceRepository
  readonly credentials: CredentialsRepository
  readonly profiles: DeviceProfileRepository
  readonly audit: AuditRepository
  readonly alarms: AlarmRepository
  readonly sessions: SessionRepository
  readonly knownAddresses: KnownAddressRepository
  readonly revocations: RevocationRepository
  readonly secondFactors: SecondFactorRepository
  readonly data: DeviceData
  /** Secret that signs tokens, made at first start. */
  readonly signingKey: Uint8Array
  /** Runs the steps in one transaction: all or none of their writes stay. */
  transaction<T>(steps: () => T): T
  /** Resolves when all entities written by now are on disk. Rejects when they could not be written, and are gone again. */
  committed(): Promise<void>
  /** What is wrong with the clock of this machine; undefined when nothing is. */
  clockTrouble(): ClockTrouble | undefined
  /** Writes a consistent copy into an empty folder while running. */
  backup(folder: string, onProgress?: (doneFraction: number) => void): Promise<void>
  close(): Promise<void>
}
