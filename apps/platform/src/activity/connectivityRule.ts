import { CONNECTIVITY_KEYS } from '@greenwave/contract/attributes'
import { isFuture } from '../data/clock/clockBounds.ts'
import type { TimedValue } from '../data/port/deviceData.ts'
import { numberOf } from '../data/values/numberLiteral.ts'

/** A device's attributes of the server scope. */
export type ServerAttributes = ReadonlyMap<string, TimedValue>

/** Attributes to write; empty when nothing changes. */
export type ConnectivityWrite = Record<string, number | boolean>

const KEYS = CONNECTIVITY_KEYS

/** A number among the attributes; 0 where it is not written yet or is no number. */
function amountOf(attributes: ServerAttributes, key: string): number {
  return numberOf(attributes.get(key)?.value) ?? 0
}

/** A time among the attributes. One that has not come yet was written while the clock was wrong and counts as not written. */
function timeOf(attributes: ServerAttributes, key: string, now: number): number {
  const time = amountOf(attributes, key)
  return isFuture(time, now) ? 0 : time
}

/** Milliseconds after which a silent device counts as inactive: its own setting when that is a number above 0. */
export function inactivityTimeoutMs(attributes: ServerAttributes, defaultMs: number): number {
  const own = amountOf(attributes, KEYS.inactivityTimeout)
  return own > 0 ? own : defaultMs
}

/** What is written when a device was heard at time `at`. */
export function whenHeard(attributes: ServerAttributes, at: number): ConnectivityWrite {
  if (at <= timeOf(attributes, KEYS.lastActivityTime, at)) return {}
  if (attributes.get(KEYS.active)?.value === true) return { [KEYS.lastActivityTime]: at }
  const alarmAt = amountOf(attributes, KEYS.inactivityAlarmTime)
  return {
    [KEYS.lastActivityTime]: at,
    ...(alarmAt > 0 && at <= alarmAt ? { [KEYS.inactivityAlarmTime]: 0 } : {}),
    [KEYS.active]: true,
  }
}

/** What is written when the sweep looks at a device: a silent one becomes inactive, once for each silence. */
export function whenSwept(
  attributes: ServerAttributes,
  createdTime: number,
  now: number,
  defaultTimeoutMs: number,
): ConnectivityWrite {
  const timeoutMs = inactivityTimeoutMs(attributes, defaultTimeoutMs)
  const heardAt = timeOf(attributes, KEYS.lastActivityTime, now)
  const alarmAt = timeOf(attributes, KEYS.inactivityAlarmTime, now)
  const isOld = isFuture(createdTime, now) || now >= createdTime + timeoutMs
  const isSilent = now >= heardAt + timeoutMs && isOld
  const isNew = alarmAt === 0 || alarmAt <= heardAt
  return isSilent && isNew ? { [KEYS.inactivityAlarmTime]: now, [KEYS.active]: false } : {}
}

/**
 * What is written when a device's timeout changed: it is judged at once, in both directions. A longer timeout makes a
 * device active again that was heard within it.
 */
export function whenTimeoutChanged(
  attributes: ServerAttributes,
  createdTime: number,
  now: number,
  defaultTimeoutMs: number,
): ConnectivityWrite {
  const heardAt = timeOf(attributes, KEYS.lastActivityTime, now)
  const isActive = attributes.get(KEYS.active)?.value === true
  if (isActive) return whenSwept(attributes, createdTime, now, defaultTimeoutMs)
  if (heardAt === 0 || now >= heardAt + inactivityTimeoutMs(attributes, defaultTimeoutMs)) return {}
  return {
    ...(timeOf(attributes, KEYS.inactivityAlarmTime, now) >= heardAt ? { [KEYS.inactivityAlarmTime]: 0 } : {}),
    [KEYS.active]: true,
  }
}
