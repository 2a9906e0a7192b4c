/** Changes as the platform's audit log has them: every write of attributes, with its user, by whatever means. */
import type { AuditLog } from '@greenwave/contract/wire/audit'
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { COMMISSIONING_KEY } from '@greenwave/contract/records/recordKeys'
import { kindOfKey } from './changeKinds.ts'

/** A write that the audit log has, of settings or of a commissioning. */
export interface AuditedWrite {
  readonly id: string
  readonly atMs: number
  readonly deviceId: string
  readonly deviceName: string
  readonly userId: string
  readonly userName: string
  /** True for a program with an API key of the user. */
  readonly viaApiKey: boolean
  readonly scope: ChangeRecord['scope']
  /** Values are text, and cut off where they are long; null: removed. */
  readonly after: AttributeSet
}

/** Audit logs cut values off here or later, characters. */
const CUT = 1000
/** The clocks of platform and writer may differ by this, milliseconds. */
const AHEAD_MS = 5000
/** For so long after a change was begun the same change may be tried again, milliseconds. */
export const LATEST_MS = 600_000

/** Returns the write of settings or of a commissioning in a record of the audit log; undefined for any other record. */
export function auditedWrite(log: AuditLog): AuditedWrite | undefined {
  const { id, createdTime, entityId, entityName, userId, userName, actionType, actionStatus, actionData } = log
  if (entityId.entityType !== 'DEVICE' || actionStatus !== 'SUCCESS' || !actionData) return undefined
  const { scope, attributes } = actionData
  if (scope !== 'SHARED_SCOPE' && scope !== 'SERVER_SCOPE') return undefined
  const after = writtenIn(actionType, attributes)
  if (!after || !Object.keys(after).some((key) => key === COMMISSIONING_KEY || isSetting(scope, key))) return undefined
  return {
    id: id.id,
    atMs: createdTime,
    deviceId: entityId.id,
    deviceName: entityName ?? '',
    userId: userId.id,
    userName: userName ?? '',
    viaApiKey: typeof actionData.apiKey === 'string',
    scope,
    after,
  }
}

function writtenIn(actionType: string, attributes: unknown): AttributeSet | undefined {
  if (actionType === 'ATTRIBUTES_UPDATED' && typeof attributes === 'object' && attributes !== null)
    return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, textOf(value)]))
  if (actionType === 'ATTRIBUTES_DELETED' && Array.isArray(attributes))
    return Object.fromEntries(attributes.map((key) => [String(key), null]))
  return undefined
}

/**
 * Returns whether a write changes settings. The steps of a commissioning do not: only its signature has a record, for which
 * the write that stored it is the evidence.
 */
export function changesSettings({ scope, after }: AuditedWrite): boolean {
  return Object.keys(after).some((key) => isSetting(scope, key))
}

/** Attributes of the server scope are mostly what the watcher and the platform know, and no settings. */
function isSetting(scope: ChangeRecord['scope'], key: string): boolean {
  const kind = kindOfKey(key)
  return scope === 'SHARED_SCOPE' ? kind !== 'other' : kind === 'location' || kind === 'image' || kind === 'site'
}

/** Returns whether a write of the audit log may be part of a recorded change. */
export function isPartOf(write: AuditedWrite, deviceId: string, change: ChangeRecord): boolean {
  if (write.deviceId !== deviceId || write.scope !== change.scope) return false
  if (write.atMs < change.at - AHEAD_MS || write.atMs > change.at + LATEST_MS) return false
  const removes = Object.values(write.after).every((value) => value === null)
  const meant = Object.entries(change.after).filter(([, value]) => (value === null) === removes)
  const written = Object.entries(write.after)
  return (
    meant.length === written.length &&
    meant.every(([key, value]) => Object.hasOwn(write.after, key) && isSameText(value, write.after[key]))
  )
}

/** Time until which the audit log must be read before a change can be compared with it. */
export function judgedFrom(changeAtMs: number): number {
  return changeAtMs - AHEAD_MS
}

function isSameText(value: unknown, audited: unknown): boolean {
  if (value === null || audited === null) return value === audited
  return textOf(value).slice(0, CUT) === textOf(audited).slice(0, CUT)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
