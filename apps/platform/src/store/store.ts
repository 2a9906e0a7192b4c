/** @file The interfaces of the store. Long: the interface of each repository. */
import type { AlarmComment } from '@greenwave/contract/wire/alarmComments'
import type { Alarm, AlarmInfo, AlarmSeverity, AlarmStatus } from '@greenwave/contract/wire/alarms'
import type { Asset, AssetInfo, AssetProfileName } from '@greenwave/contract/wire/assets'
import type { ActionType, AuditLog } from '@greenwave/contract/wire/audit'
import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { Device, DeviceInfo, DeviceProfileInfo } from '@greenwave/contract/wire/devices'
import type { EntityType } from '@greenwave/contract/wire/ids'
import type { Page } from '@greenwave/contract/wire/page'
import type { User } from '@greenwave/contract/wire/users'
import type { Signer } from '@greenwave/evidence/signer'
import type { DeviceData } from '../data/port/deviceData.ts'
import type { ClockTrouble } from './watchClock.ts'

/** A checked page request; `sortProperty` is one that the list has. */
export interface PageLink {
  readonly pageSize: number
  readonly page: number
  readonly textSearch: string | undefined
  readonly sortProperty: string | undefined
  readonly sortOrder: 'ASC' | 'DESC'
}

/** Thrown by a save with a `version` other than the stored one. */
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

/** The secrets and the state of an account, kept apart from the user that clients see. */
export interface UserCredentials {
  readonly userId: string
  readonly enabled: boolean
  /** argon2id; null before activation. */
  readonly passwordHash: string | null
  readonly activateToken: string | null
  /** When the activation token expires, epoch milliseconds. */
  readonly activateTokenExpTime: number | null
  readonly failedLoginAttempts: number
  readonly lockedUntil: number | null
  readonly lastLoginTs: number | null
  /** Whether an administrator disabled the account; an activation link then no longer enables it. */
  readonly disabled: boolean
  /** Whether the password was printed or handed over; it can then only be used to choose another one. */
  readonly mustChangePassword: boolean
  /**
   * Whether the user alone chose the e-mail address, as earlier releases allowed: a sign-in provider must not bind to it.
   */
  readonly isEmailUnproved: boolean
}

/** A passkey or security key; times are epoch milliseconds. */
export interface StoredPasskey {
  /** The credential's id, base64url. */
  readonly id: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** The key's counter at its last use; 0 for keys that do not count. */
  readonly counter: number
  readonly transports: readonly string[]
  /** Host name that the passkey belongs to. */
  readonly rpId: string
  readonly name: string
  readonly createdTime: number
  readonly lastUsedTime: number | null
}

/** A user's proofs of identity besides the password. */
export interface SecondFactors {
  readonly totp: {
    /** Base32. */
    readonly secret: string
    /** Time step of the code used last. */
    readonly lastStep: number
    /** Number of wrong codes in a row, and until when codes are refused. */
    readonly failures: { readonly count: number; readonly lockedUntil: number }
  } | null
  readonly passkeys: readonly StoredPasskey[]
  /** Hashes of the unused recovery codes. */
  readonly recoveryHashes: readonly string[]
}

/** The repository of second factors, by user. */
export interface SecondFactorRepository {
  of(userId: string): SecondFactors | undefined
  save(userId: string, factors: SecondFactors): void
  /** Saves what a use changed. It holds at once, and is written to disk as soon as that is possible. */
  noteUse(userId: string, factors: SecondFactors): void
  remove(userId: string): void
}

/** The repository of tenants. */
export interface TenantRepository {
  create(title: string): Tenant
  byId(id: string): Tenant | undefined
  all(): readonly Tenant[]
}

/**
 * The repository of users. `save` inserts when the id is unknown. It sets `version` to 1 or adds 1, and throws
 * VersionConflict when `expectedVersion` is given and differs from the stored one. The other repositories do the same.
 */
export interface UserRepository {
  byId(id: string): User | undefined
  /**
   * Finds a user by address, ignoring case. Among accounts of the first release that differ by case only, the exact
   * spelling wins, otherwise the oldest.
   */
  byEmail(email: string): User | undefined
  /** Returns the addresses that differ from another one by case only. */
  twinAddresses(): readonly string[]
  save(user: User, expectedVersion?: number): User
  remove(id: string): void
  credentials(userId: string): UserCredentials | undefined
  credentialsByActivateToken(token: string): UserCredentials | undefined
  saveCredentials(credentials: UserCredentials): void
  /** Returns how many enabled administrators a tenant has besides this user. */
  countOtherAdmins(tenantId: string, userId: string): number
  /** Returns the ids of a customer's users, or without a customer of all users of the tenant, the oldest first. */
  ids(tenantId: string, customerId: string | undefined): readonly string[]
  /** Returns a page of a customer's users, or without a customer of all users of the tenant. */
  page(tenantId: string, customerId: string | undefined, link: PageLink): Page<User>
  ofCustomer(customerId: string): readonly User[]
}

/** The owner of an entity. `customerId` is the null id for one that belongs to the tenant only. */
export interface Owner {
  readonly tenantId: string
  readonly customerId: string
}

/** The repository of customers. */
export interface CustomerRepository {
  byId(id: string): Customer | undefined
  byTitle(tenantId: string, title: string): Customer | undefined
  save(customer: Customer, expectedVersion?: number): Customer
  remove(id: string): void
  /** Returns the ids of a tenant's customers, the oldest first. */
  ids(tenantId: string): readonly string[]
  page(tenantId: string, link: PageLink): Page<Customer>
  /** Returns the owner of a customer, which is the customer itself, without reading the whole customer. */
  ownerOf(id: string): Owner | undefined
}

/** Which devices a list contains; undefined members do not filter. */
export interface DeviceFilter {
  readonly customerId?: string | undefined
  readonly type?: string | undefined
  readonly deviceProfileId?: string | undefined
  readonly active?: boolean | undefined
}

/**
 * The data of a device that lists use. Rows are replaced and never changed, so that each order can find the old place
 * of a row.
 */
export interface DeviceRow {
  readonly id: string
  /** A number that no other device has while the platform runs, counted from 0. */
  readonly place: number
  readonly tenantId: string
  readonly customerId: string
  readonly profileId: string
  readonly createdTime: number
  readonly name: string
  readonly label: string | null
  readonly type: string
  readonly customerTitle: string | null
  readonly version: number
  readonly active: boolean
}

/** The repository of devices. */
export interface DeviceRepository {
  byId(id: string): Device | undefined
  infoById(id: string): DeviceInfo | undefined
  byName(tenantId: string, name: string): Device | undefined
  save(device: Device, expectedVersion?: number): Device
  remove(id: string): void
  page(tenantId: string, filter: DeviceFilter, link: PageLink): Page<DeviceInfo>
  ofCustomer(customerId: string): readonly Device[]
  /** Returns every device with what the connectivity rule needs. */
  allIds(): readonly { id: string; tenantId: string; createdTime: number }[]
  /** Returns a device with its owner, from memory: cheap enough to call for every frame to a console. */
  ownerOf(id: string): DeviceRow | undefined
  /** Returns the devices of a tenant, ascending by a property that its list can be sorted by, from memory. */
  rows(tenantId: string, property: string): readonly DeviceRow[]
}

/** Which assets a list contains; undefined members do not filter. */
export interface AssetFilter {
  readonly customerId?: string | undefined
  readonly type?: string | undefined
  readonly assetProfileId?: string | undefined
}

/** The repository of assets. */
export interface AssetRepository {
  byId(id: string): Asset | undefined
  infoById(id: string): AssetInfo | undefined
  byName(tenantId: string, name: string): Asset | undefined
  save(asset: Asset, expectedVersion?: number): Asset
  remove(id: string): void
  page(tenantId: string, filter: AssetFilter, link: PageLink): Page<AssetInfo>
  ofCustomer(customerId: string): readonly Asset[]
  /** Returns the ids of a customer's assets, or without a customer of all assets of the tenant, the oldest first. */
  ids(tenantId: string, customerId: string | undefined): readonly string[]
  /** Returns the owner of an asset without reading the whole asset. */
  ownerOf(id: string): Owner | undefined
}

/** The repository of asset profiles. */
export interface AssetProfileRepository {
  byId(tenantId: string, id: string): AssetProfileName | undefined
  /** Returns the profile with this name, and makes it if there is none. */
  named(tenantId: string, name: string): AssetProfileName
  /** Returns the profiles of a tenant in the order of their names. */
  all(tenantId: string): AssetProfileName[]
}

/** The repository of device credentials. */
export interface CredentialsRepository {
  byDevice(deviceId: string): DeviceCredentials | undefined
  byCredentialsId(credentialsId: string): DeviceCredentials | undefined
  save(credentials: DeviceCredentials, expectedVersion?: number): DeviceCredentials
}

/** The repository of device profiles. */
export interface DeviceProfileRepository {
  byId(id: string): DeviceProfileInfo | undefined
  byName(tenantId: string, name: string): DeviceProfileInfo | undefined
  default(tenantId: string): DeviceProfileInfo
  all(tenantId: string): DeviceProfileInfo[]
  create(tenantId: string, name: string): DeviceProfileInfo
}

/** Which audit records a list contains; times in epoch milliseconds, both inclusive. */
export interface AuditFilter {
  readonly startTime: number
  readonly endTime: number
  readonly actionTypes: readonly ActionType[] | undefined
  readonly customerId?: string | undefined
  readonly userId?: string | undefined
  readonly entity?: { entityType: EntityType; id: string } | undefined
}

/** The repository of the audit log. */
export interface AuditRepository {
  /**
   * Adds a record. With `isLasting` the record holds even if the entities written with it are lost, and is tried again
   * when the disk fails.
   */
  add(record: AuditLog, isLasting: boolean): void
  /** Resolves with a page as JSON text in UTF-8; rejects with an error of code PAGE_TOO_LARGE. */
  page(tenantId: string, filter: AuditFilter, link: PageLink): Promise<Uint8Array>
}

/** Which alarms a list contains; undefined members do not filter. */
export interface AlarmFilter {
  /** The customer that the originators belong to now, or that is the originator. */
  readonly customerId?: string | undefined
  readonly originatorId?: string | undefined
  /** The customer that is the originator, or that owns it now where the alarm is propagated to the owner. */
  readonly ownerId?: string | undefined
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
  readonly statuses?: readonly AlarmStatus[] | undefined
  readonly severities?: readonly AlarmSeverity[] | undefined
  readonly types?: readonly string[] | undefined
  readonly assigneeId?: string | undefined
}

/** Which alarms of some originators a query selects. */
export interface OfOriginators extends AlarmFilter {
  /** In the order of `place`, a sort property besides those of lists; another is `assignee`. */
  readonly originatorIds: readonly string[]
  /** True for only those that are propagated to the owner, and those about customers. */
  readonly isPropagated?: boolean | undefined
}

/** A field of alarms in which a query searches a text. */
export const ALARM_SEARCH_FIELDS = [
  'type',
  'severity',
  'status',
  'originator',
  'originatorLabel',
  'originatorDisplayName',
  'assignee',
] as const
export type AlarmSearchField = (typeof ALARM_SEARCH_FIELDS)[number]

/** Alarms of a page, of `total` in all. */
interface AlarmRows {
  readonly total: number
  /** Yields the alarms with their names, as JSON text. */
  rows(): Iterable<{ readonly originatorId: string; readonly json: string }>
}

/** JSON text, or JSON text in UTF-8. */
export type JsonText = string | Uint8Array

/**
 * The repository of alarms. Active ones are in memory, cleared ones are read from the disk. Lists are JSON text; each
 * names the user who asks, because users take turns in reading from the disk.
 */
export interface AlarmRepository {
  /** Returns the alarm of this originator and type that is not cleared. */
  active(originatorId: string, type: string): Alarm | undefined
  /** Returns the number of alarms that are not cleared, by severity. */
  countActive(): Readonly<Record<string, number>>
  find(id: string): Promise<Alarm | undefined>
  /**
   * Calls `work` with an alarm as it is in that moment, and resolves with its result. What `work` writes at once is not
   * mixed with other changes of this alarm.
   */
  change<T>(id: string, work: (alarm: Alarm | undefined) => T): Promise<T>
  /** Returns an alarm with the names of its originator and assignee. */
  withNames(alarm: Alarm): AlarmInfo
  /** Adds an active alarm. @throws {StoreFull} when active alarms take too much memory */
  add(alarm: Alarm): Alarm
  /** Replaces an alarm. @throws {StoreFull} */
  save(alarm: Alarm): Alarm
  remove(id: string): void
  /** Rejects with an error of code PAGE_TOO_LARGE. */
  page(userId: string, tenantId: string, filter: AlarmFilter, link: PageLink): Promise<JsonText>
  /** Resolves with a page of the alarms of some originators. Rejects with an error of code PAGE_TOO_LARGE. */
  ofOriginators(
    userId: string,
    filter: OfOriginators,
    link: PageLink,
    searched: readonly AlarmSearchField[],
  ): Promise<AlarmRows>
  /** Resolves with the number of alarms: of a tenant, or of some of its originators. */
  count(userId: string, tenantId: string, filter: AlarmFilter & Partial<OfOriginators>): Promise<number>
  /** Resolves with a page of the types in use. */
  types(userId: string, tenantId: string, customerId: string | undefined, link: PageLink): Promise<JsonText>
  /** Resolves with the severities that occur among some alarms. */
  severities(userId: string, tenantId: string, filter: AlarmFilter): Promise<AlarmSeverity[]>
  /** Resolves with the ids of some alarms that are assigned to a user; with none when there are no more. */
  assignedTo(userId: string): Promise<string[]>
  /** Deletes the alarms of a deleted originator; resolves when they are gone. */
  removeOf(originatorId: string): Promise<void>
  readonly comments: AlarmCommentRepository
}

/** The repository of comments on alarms. Comments are deleted with their alarm. */
export interface AlarmCommentRepository {
  /** Runs work on the comments of an alarm when earlier work on them has ended. */
  inTurn<T>(alarmId: string, work: () => Promise<T>): Promise<T>
  find(id: string): Promise<AlarmComment | undefined>
  /** Resolves with the number of comments on an alarm. */
  count(alarmId: string): Promise<number>
  page(alarmId: string, link: PageLink): Promise<JsonText>
  /** Adds a comment, unless its alarm has as many as it may, or is gone. */
  add(comment: AlarmComment): AlarmComment
  /** Replaces the content of a comment. */
  save(comment: AlarmComment): AlarmComment
}

/** A sign-in with all its renewals. Times are epoch milliseconds. */
export interface StoredSession {
  readonly id: string
  readonly userId: string
  readonly startedAt: number
  readonly lastUsedAt: number
  /** When its newest refresh token was made, and the number of that token. */
  readonly renewedAt: number
  readonly generation: number
  /** Whether a token that was made with it was used. */
  readonly isUsed: boolean
  /** The address from which it was last renewed. */
  readonly clientAddress: string | null
  readonly userAgent: string | null
  /** E-mail address of the administrator who signed in as this user. */
  readonly impersonatedBy: string | null
  /** Id of that administrator. */
  readonly impersonatorId: string | null
  /** The session at the sign-in provider that it came from, empty if that has no name; null: a password's. */
  readonly providerSession: string | null
}

/** The repository of sessions. */
export interface SessionRepository {
  all(): readonly StoredSession[]
  /** Inserts or updates all of them, or none. */
  save(sessions: readonly StoredSession[]): void
  remove(ids: readonly string[]): void
}

/** The repository of who of a sign-in provider is which user. A row is deleted with its user. */
export interface ProviderIdentityRepository {
  userOf(issuer: string, subject: string): string | undefined
  subjectOf(issuer: string, userId: string): string | undefined
  /** Makes the subject this user; a user has one subject of an issuer at most. */
  save(issuer: string, subject: string, userId: string): void
  /** Forgets the user's subjects; returns whether there were some. */
  remove(userId: string): boolean
}

/** An API key; times are epoch milliseconds. */
export interface StoredApiKey {
  readonly id: string
  readonly userId: string
  /** SHA-256 of its value, base64url. */
  readonly hash: string
  readonly createdTime: number
  readonly expirationTime: number
  readonly description: string
  readonly enabled: boolean
}

/** The repository of API keys. A key is deleted with its user. */
export interface ApiKeyRepository {
  byId(id: string): StoredApiKey | undefined
  byHash(hash: string): StoredApiKey | undefined
  /** Returns the number of keys that a user has. */
  countOf(userId: string): number
  page(userId: string, link: PageLink): Page<StoredApiKey>
  save(key: StoredApiKey): void
  remove(id: string): void
}

/** A new e-mail address that its user requested and that has no effect before it is confirmed. */
export interface EmailChange {
  readonly userId: string
  readonly email: string
  /** SHA-256 of the token of the mailed link, base64url; null where an administrator confirms the address. */
  readonly tokenHash: string | null
  /** Until when it can be confirmed, epoch milliseconds. */
  readonly expiresTs: number
}

/** The repository of new e-mail addresses that wait for their proof: one for each user at most, deleted with the user. */
export interface EmailChangeRepository {
  of(userId: string): EmailChange | undefined
  byTokenHash(tokenHash: string): EmailChange | undefined
  save(change: EmailChange): void
  remove(userId: string): void
}

/** The repository of addresses of sign-ins, with the time of the last one, epoch milliseconds. */
export interface KnownAddressRepository {
  /** Returns all addresses, the one used longest ago first. */
  all(): readonly (readonly [address: string, lastSignIn: number])[]
  /** Writes one address and removes others. */
  save(address: string, lastSignIn: number, forgotten: readonly string[]): void
}

/**
 * The repository of revoked tokens ("outdated since"), by user id or session id. Entries are kept as long as a refresh
 * token is valid.
 */
export interface RevocationRepository {
  /** Returns since when tokens of this user or session are invalid, epoch milliseconds. */
  outdatedSince(userOrSessionId: string): number | undefined
  invalidate(userOrSessionId: string, sinceMs: number): void
  /** Deletes entries older than this. */
  prune(beforeMs: number): void
}

/**
 * Everything that survives a restart. Calls on entities are synchronous, because they read and write memory. Writes are
 * on disk when `committed` resolves; only then may they be acknowledged.
 */
export interface Store {
  readonly tenants: TenantRepository
  readonly users: UserRepository
  readonly customers: CustomerRepository
  readonly devices: DeviceRepository
  readonly assets: AssetRepository
  readonly assetProfiles: AssetProfileRepository
  readonly credentials: CredentialsRepository
  readonly profiles: DeviceProfileRepository
  readonly audit: AuditRepository
  readonly alarms: AlarmRepository
  readonly sessions: SessionRepository
  readonly providerIdentities: ProviderIdentityRepository
  readonly emailChanges: EmailChangeRepository
  readonly apiKeys: ApiKeyRepository
  readonly knownAddresses: KnownAddressRepository
  readonly revocations: RevocationRepository
  readonly secondFactors: SecondFactorRepository
  readonly data: DeviceData
  /** The secret that signs tokens, made at the first start. */
  readonly signingKey: Uint8Array
  /** The key that signs evidence, made at the first start. */
  readonly evidenceSigner: Signer
  /** Runs steps in one transaction: either all of their writes stay or none. */
  transaction<T>(steps: () => T): T
  /**
   * Resolves when all entities written by now are on disk. Rejects when they could not be written; they are then gone
   * again.
   */
  committed(): Promise<void>
  /** Current problem of this machine's clock; undefined when there is none. */
  clockTrouble(): ClockTrouble | undefined
  /** Writes a consistent copy into an empty folder while the platform runs. */
  backup(folder: string, onProgress?: (doneFraction: number) => void): Promise<void>
  close(): Promise<void>
}
