/** Repositories of the store, and the filters of its lists. */
import type { AlarmSeverity, AlarmStatus } from '@greenwave/contract/wire/alarms'
import type { ActionType } from '@greenwave/contract/wire/audit'
import type { EntityType } from '@greenwave/contract/wire/ids'

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

/** The owner of an entity. `customerId` is the null id for one that belongs to the tenant only. */
export interface Owner {
  readonly tenantId: string
  readonly customerId: string
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

/** Which assets a list contains; undefined members do not filter. */
export interface AssetFilter {
  readonly customerId?: string | undefined
  readonly type?: string | undefined
  readonly assetProfileId?: string | undefined
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

/** JSON text, or JSON text in UTF-8. */
export type JsonText = string | Uint8Array

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

/** A new e-mail address that its user requested and that has no effect before it is confirmed. */
export interface EmailChange {
  readonly userId: string
  readonly email: string
  /** SHA-256 of the token of the mailed link, base64url; null where an administrator confirms the address. */
  readonly tokenHash: string | null
  /** Until when it can be confirmed, epoch milliseconds. */
  readonly expiresTs: number
}
