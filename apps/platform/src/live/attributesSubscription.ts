import { AttributeScope } from '@greenwave/contract/wire/attributes'
import type { AttributesCommand, LiveSample } from '@greenwave/contract/wire/live'
import type { DeviceChange } from '../data/port/deviceData.ts'
import { valueText } from '../data/values/valueText.ts'
import { dataBody, type FrameBody, type FrameData, frame, sampleOf } from './frames.ts'
import { type LiveSubscription, parseKeys, type ValueSource } from './liveSubscription.ts'
import type { Outbox } from './outbox.ts'

/** The sample that a frame carries for a deleted key. */
const DELETED: LiveSample = [0, '']

/**
 * Returns the scopes that a command follows: the named one, or all three when none is named. Returns undefined for a
 * text that is no scope.
 */
export function scopesOf(scope: string | null | undefined): readonly AttributeScope[] | undefined {
  if (!scope) return AttributeScope.options
  const named = AttributeScope.safeParse(scope)
  return named.success ? [named.data] : undefined
}

/** Replies with the current attributes and then sends every later change, without a gap between the two. */
export function followAttributes(
  { data, entityId, listen }: ValueSource,
  outbox: Outbox,
  { cmdId, keys: keyList }: AttributesCommand,
  scopes: readonly AttributeScope[],
): LiveSubscription {
  const keys = parseKeys(keyList)
  const snapshot: FrameData = {}
  for (const scope of scopes) {
    for (const [key, attribute] of data.attributes(entityId, scope)) {
      if (!keys || keys.has(key)) snapshot[key] = [sampleOf(attribute)]
    }
  }
  outbox.reply(frame(cmdId, dataBody(snapshot)))
  const stop = listen((change) => {
    const body = changeBody(change, scopes, keys)
    if (body !== undefined) outbox.event(frame(cmdId, body))
  })
  return { stop }
}

const wholeBodies = new WeakMap<DeviceChange, FrameBody>()

/** Builds the message of a subscription for a change; undefined when the change does not concern it. */
function changeBody(
  change: DeviceChange,
  scopes: readonly AttributeScope[],
  keys: ReadonlySet<string> | undefined,
): FrameBody | undefined {
  if (change.kind !== 'attributes' && change.kind !== 'attributesDeleted') return undefined
  if (!scopes.includes(change.scope)) return undefined
  const known = keys ? undefined : wholeBodies.get(change)
  if (known !== undefined) return known
  const data: FrameData = {}
  if (change.kind === 'attributes') {
    for (const key in change.values) {
      if (!keys || keys.has(key)) data[key] = [[change.ts, valueText(change.values[key] ?? null)]]
    }
  } else {
    for (const key of change.keys) if (!keys || keys.has(key)) data[key] = [DELETED]
  }
  if (Object.keys(data).length === 0) return undefined
  const body = dataBody(data)
  if (!keys) wholeBodies.set(change, body)
  return body
}
