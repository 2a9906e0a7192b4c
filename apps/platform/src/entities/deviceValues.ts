/** @file Verbs of people on a device's attributes and telemetry; devices themselves come by the gateway. */
import type { AttributeScope, JsonValue } from '@greenwave/contract/attributes'
import type { Device } from '@greenwave/contract/devices'
import type { Principal } from '../access/principal.ts'
import { valueText } from '../data/valueText.ts'
import { checkKey, PayloadRefused, parseTelemetryPayload, parseTypedObject } from '../data/valueTyping.ts'
import type { EntityDeps } from './entityDeps.ts'

/** Longest value that the audit log keeps of a write, characters; a value itself may have millions. */
const MAX_AUDITED_TEXT = 1000

const audited = (value: JsonValue): string | null => valueText(value)?.slice(0, MAX_AUDITED_TEXT) ?? null

/** Records what a write came to; its own failure is thrown on. */
async function recording<T>(
  { access }: EntityDeps,
  principal: Principal,
  device: Device,
  type: 'ATTRIBUTES_UPDATED' | 'ATTRIBUTES_DELETED' | 'TIMESERIES_UPDATED' | 'TIMESERIES_DELETED',
  data: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const action = {
    actor: principal,
    type,
    entity: device.id,
    entityName: device.name,
    data: { entityId: device.id.id, ...data },
  }
  try {
    const result = await work()
    access.audit.record(action)
    return result
  } catch (error) {
    access.audit.record({ ...action, failure: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

/** Writes the attributes of a JSON object; resolves when they are on disk. @throws {PayloadRefused} */
export async function writeAttributes(
  deps: EntityDeps,
  principal: Principal,
  device: Device,
  scope: AttributeScope,
  text: string,
): Promise<void> {
  const values = parseTypedObject(text)
  const keys = Object.keys(values)
  if (keys.length === 0) throw new PayloadRefused('empty', 'No attributes data found in request body!')
  for (const key of keys) checkKey(key)
  const attributes = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, audited(value)]))
  await recording(deps, principal, device, 'ATTRIBUTES_UPDATED', { scope, attributes }, () =>
    deps.store.data.saveAttributes(device.id.id, scope, values, deps.access.now()),
  )
}

/** Deletes attributes; those that do not exist are passed over. */
export async function deleteAttributes(
  deps: EntityDeps,
  principal: Principal,
  device: Device,
  scope: AttributeScope,
  keys: readonly string[],
): Promise<void> {
  await recording(deps, principal, device, 'ATTRIBUTES_DELETED', { scope, attributes: keys }, () =>
    deps.store.data.deleteAttributes(device.id.id, scope, keys),
  )
}

/** Writes telemetry in the shapes that devices send; resolves when it is on disk. @throws {PayloadRefused} */
export async function writeTelemetry(
  deps: EntityDeps,
  principal: Principal,
  device: Device,
  text: string,
): Promise<void> {
  const samples = parseTelemetryPayload(text, deps.access.now(), 'strict').filter(
    ({ values }) => Object.keys(values).length > 0,
  )
  if (samples.length === 0) throw new PayloadRefused('empty', 'No timeseries data found in request body!')
  for (const { values } of samples) for (const key of Object.keys(values)) checkKey(key)
  const timeseries = samples.slice(0, 10).map(({ ts, values }) => ({
    ts,
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, audited(value)])),
  }))
  await recording(deps, principal, device, 'TIMESERIES_UPDATED', { timeseries }, () =>
    deps.store.data.saveTelemetry(device.id.id, samples),
  )
}

/** Deletes telemetry of some keys; `startTs <= ts < endTs`. Resolves when it is gone from the disk. */
export async function deleteTelemetry(
  deps: EntityDeps,
  principal: Principal,
  device: Device,
  keys: readonly string[],
  range: { readonly startTs: number; readonly endTs: number },
  latest: { readonly deleteLatest: boolean; readonly rewriteLatest: boolean },
): Promise<void> {
  await recording(deps, principal, device, 'TIMESERIES_DELETED', { timeseries: keys, ...range }, () =>
    deps.store.data.deleteTelemetry(device.id.id, keys, range, latest),
  )
}
