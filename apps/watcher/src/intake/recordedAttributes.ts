/** Attributes of an earlier time, from the current ones and the recorded changes. */
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import type { SettingsRecord } from '@greenwave/contract/records/settingsRecords'
import { PLAN_KEY, PROGRAM_KEY } from '@greenwave/controller/keys'
import { COMMON_SETTINGS } from '@greenwave/controller/settingTable/table'
import type { TimedValue, TimedValues } from '@greenwave/controller/timedValue'
import type { Attributes } from '@greenwave/observer/force'
import { attributesOf } from '@greenwave/observer/recordedSettings'

/** A change of the plan or program in effect. */
type PlanEvent = Extract<JunctionEvent, { readonly kind: 'plan' }>

/** Recorded changes of a junction, each the oldest first. */
export interface RecordedChanges {
  readonly settings: readonly SettingsRecord[]
  readonly plans: readonly PlanEvent[]
  /** No change before this time lacks a record, epoch milliseconds. */
  readonly completeUntilMs: number
}

/** No recorded change. */
export const NO_RECORDED_CHANGES: RecordedChanges = { settings: [], plans: [], completeUntilMs: 0 }

/** The keys on which the lamps depend. */
const ORDERS: ReadonlySet<string> = new Set(COMMON_SETTINGS.flatMap(({ keyNames }) => keyNames))
const IN_EFFECT: readonly string[] = [PLAN_KEY, PROGRAM_KEY]

/** Returns whether attributes include a change after a time, so that records are needed to know those of that time. */
export function changedAfter({ shared, client }: Attributes, ms: number): boolean {
  const isChange = ([key, { ts }]: readonly [string, TimedValue]): boolean =>
    ts > ms && (ORDERS.has(key) || IN_EFFECT.includes(key))
  return [...Object.entries(shared), ...Object.entries(client)].some(isChange)
}

/** Returns the attributes of an earlier time; null if a setting may have been different. */
export function earlierAttributes(now: Attributes, recorded: RecordedChanges, ms: number): Attributes | null {
  if (ms >= recorded.completeUntilMs) return attributesAt(now, ms)
  const known = attributesAt(now, ms) ?? settingsAt(recorded, ms)
  const isReported = IN_EFFECT.some((key) => now.client[key] && !known?.client[key])
  const event = isReported ? recorded.plans.findLast(({ at }) => at <= ms) : undefined
  if (!known || !event) return known
  const { at: ts, plan, program } = event
  const inEffect = { [PLAN_KEY]: { ts, value: plan ?? 0 }, [PROGRAM_KEY]: { ts, value: program ?? 0 } }
  return { shared: known.shared, client: { ...known.client, ...inEffect } }
}

/** Records have no request for a reported setting: the report counts as the request. */
function settingsAt({ settings }: RecordedChanges, ms: number): Attributes | null {
  const record = settings.findLast(({ ts }) => ts <= ms)
  if (!record) return null
  const { shared, client } = attributesOf(record)
  return { shared: { ...client, ...shared }, client }
}

/**
 * Finds the values at an earlier time of attributes that are known now; null if a setting may have been another one. What
 * was only reported again, as after a reconnection, is as old as the order that it repeats.
 */
export function attributesAt({ shared, client }: Attributes, ms: number): Attributes | null {
  const isLater = ([, { ts }]: readonly [string, TimedValue]): boolean => ts > ms
  const isUnsure = ([key, { value }]: readonly [string, TimedValue]): boolean =>
    ORDERS.has(key) && String(shared[key]?.value) !== String(value)
  const isChanged = Object.entries(shared).some((one) => isLater(one) && ORDERS.has(one[0]))
  const later = Object.entries(client).filter(isLater)
  if (isChanged || later.some(isUnsure)) return null
  return later.length === 0 ? { shared, client } : { shared, client: without(client, later) }
}

function without(values: TimedValues, left: readonly (readonly [string, TimedValue])[]): TimedValues {
  const names = new Set(left.map(([key]) => key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !names.has(key)))
}
