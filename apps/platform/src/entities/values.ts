/**
 * @file Verbs of users on attributes and telemetry of devices, customers and assets; devices write theirs through the
 * gateway.
 */
import { OPEN_DIALOG_KEY } from '@greenwave/contract/records/openDialogs'
import type { AttributeScope, JsonValue } from '@greenwave/contract/wire/attributes'
import type { ActionType } from '@greenwave/contract/wire/audit'
import type { EntityRef } from '@greenwave/contract/wire/ids'
import type { Principal } from '../access/principal.ts'
import { areRecordKeys, areWatcherKeys } from '../access/service.ts'
import type { Action } from '../audit/action.ts'
import type { Sample } from '../data/port/deviceData.ts'
import { valueText } from '../data/values/valueText.ts'
import { checkKey, PayloadRefused, parseTelemetryPayload, parseTypedObject } from '../data/values/valueTyping.ts'
import type { EntityDeps } from './entityDeps.ts'

/** Most characters of a value that the audit log keeps; the value itself may have millions. */
const MAX_AUDITED_TEXT = 1000

const audited = (value: JsonValue): string | null => valueText(value)?.slice(0, MAX_AUDITED_TEXT) ?? null

/** An entity with attributes and telemetry: a device, a customer or an asset. */
export interface ValueOwner {
  readonly id: EntityRef
  readonly name: string
}

/** Returns the action for what a user does to values. As in ThingsBoard, it names no customer. */
const onValues = (actor: Principal, owner: ValueOwner, type: ActionType, data: Record<string, unknown>): Action => ({
  actor,
  type,
  entity: owner.id,
  entityName: owner.name,
  data: { entityId: owner.id.id, ...data },
})

/** Writes the attributes of a JSON object; resolves when they are on disk. @throws {PayloadRefused} */
export async function writeAttributes(
  deps: EntityDeps,
  principal: Principal,
  owner: ValueOwner,
  scope: AttributeScope,
  text: string,
): Promise<void> {
  const values = parseTypedObject(text)
  const keys = Object.keys(values)
  if (keys.length === 0) throw new PayloadRefused('empty', 'No attributes data found in request body!')
  for (const key of keys) checkKey(key)
  const write = async (): Promise<void> => {
    deps.store.data.makeRoom(owner.id.id, scope, [values])
    await deps.store.data.saveAttributes(owner.id.id, scope, values, deps.access.now())
  }
  if (isOfWatcher(principal, scope, keys)) return write()
  const attributes = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, audited(value)]))
  await deps.access.audited(onValues(principal, owner, 'ATTRIBUTES_UPDATED', { scope, attributes }), write)
}

/**
 * Returns whether values are states and pulses that the platform's own watcher keeps. They are in no record: thousands
 * a day would hide what people did.
 */
function isOfWatcher({ isWatcher }: Principal, scope: AttributeScope, keys: readonly string[]): boolean {
  return isWatcher === true && scope === 'SERVER_SCOPE' && areWatcherKeys(keys)
}

/** Deletes attributes, and ignores those that do not exist. */
export async function deleteAttributes(
  deps: EntityDeps,
  principal: Principal,
  owner: ValueOwner,
  scope: AttributeScope,
  keys: readonly string[],
): Promise<void> {
  const erase = async (): Promise<void> => {
    await deps.store.data.deleteAttributes(owner.id.id, scope, keys)
  }
  if (isOfWatcher(principal, scope, keys)) return erase()
  await deps.access.audited(onValues(principal, owner, 'ATTRIBUTES_DELETED', { scope, attributes: keys }), erase)
}

/** Writes telemetry in the formats that devices use; resolves when it is on disk. @throws {PayloadRefused} */
export async function writeTelemetry(
  deps: EntityDeps,
  principal: Principal,
  owner: ValueOwner,
  text: string,
): Promise<void> {
  const samples = parseWritten(text, deps.access.now()).filter(({ values }) => Object.keys(values).length > 0)
  if (samples.length === 0) throw new PayloadRefused('empty', 'No time series data found in request body!')
  for (const { values } of samples) for (const key of Object.keys(values)) checkTelemetryKey(key)
  const write = async (): Promise<void> => {
    deps.store.data.makeRoom(
      owner.id.id,
      'latest',
      samples.map(({ values }) => values),
    )
    await deps.store.data.saveTelemetry(owner.id.id, samples)
  }
  const haveAll = (isOne: (keys: readonly string[]) => boolean) =>
    samples.every(({ values }) => isOne(Object.keys(values)))
  if (principal.isWatcher === true && haveAll(areRecordKeys)) return write()
  if (owner.id.entityType === 'ASSET' && haveAll(areOpenDialogs)) return write()
  const timeseries = samples.slice(0, 10).map(({ ts, values }) => ({
    ts,
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, audited(value)])),
  }))
  await deps.access.audited(onValues(principal, owner, 'TIMESERIES_UPDATED', { timeseries }), write)
}

/** Returns whether values only report an open dialog, which changes nothing. */
function areOpenDialogs(keys: readonly string[]): boolean {
  return keys.every((key) => key === OPEN_DIALOG_KEY)
}

/**
 * Parses what a user writes: strict JSON, and no null, which a device may send. Refusals have ThingsBoard's wording.
 */
function parseWritten(text: string, now: number): Sample[] {
  try {
    return parseTelemetryPayload(text, now, 'strict')
  } catch (error) {
    if (!(error instanceof PayloadRefused)) throw error
    const { reason, message } = error
    const what = reason === 'notJson' ? ': Invalid JSON body!' : `. Invalid JSON body: ${message}`
    // Not `nullValue`, because HTTP answers that with 500, which is right only for attributes.
    throw new PayloadRefused(reason === 'nullValue' ? 'empty' : reason, `Unable to parse time series payload${what}`)
  }
}

function checkTelemetryKey(key: string): void {
  if (key === '') throw new PayloadRefused('badKey', "Key can't be null or empty")
  checkKey(key)
}

/** A time of samples, epoch milliseconds: `startTs <= ts < endTs`. */
interface TimeRange {
  readonly startTs: number
  readonly endTs: number
}

const ALL_TIMES: TimeRange = { startTs: Number.MIN_SAFE_INTEGER, endTs: Number.MAX_SAFE_INTEGER }

/** Deletes telemetry of some keys, of a time or all. Resolves when it is deleted from disk. */
export async function deleteTelemetry(
  deps: EntityDeps,
  principal: Principal,
  owner: ValueOwner,
  keys: readonly string[],
  range: TimeRange | 'all',
  latest: { readonly deleteLatest: boolean; readonly rewriteLatest: boolean },
): Promise<void> {
  // As in ThingsBoard, a record of all that there was names the time of the call.
  const recorded = range === 'all' ? { startTs: 0, endTs: deps.access.now() } : range
  await deps.access.audited(onValues(principal, owner, 'TIMESERIES_DELETED', { timeseries: keys, ...recorded }), () =>
    deps.store.data.deleteTelemetry(owner.id.id, keys, range === 'all' ? ALL_TIMES : range, latest),
  )
}
