import { CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import { isFuture } from '../data/clock/clockBounds.ts'
import type { TimedValue } from '../data/port/deviceData.ts'
import { numberOf } from '../data/values/numberLiteral.ts'

/** A device's server attributes. */
export type ServerAttributes = ReadonlyMap<string, TimedValue>

/** Attributes to write; empty when nothing changes. */
export type ConnectivityWrite = Record<string, number | boolean>

const KEYS = CONNECTIVITY_KEYS

/** Returns a number among the attributes; 0 when it is missing or no number. */
function amountOf(attributes: ServerAttributes, key: string): number {
  return numberOf(attributes.get(key)?.value) ?? 0
}

/**
 * Returns a time among the attributes. A time in the future was written while the clock was wrong and counts as
 * missing.
 */
function timeOf(attributes: ServerAttributes, key: string, now: number): number {
  const time = amountOf(attributes, key)
  return isFuture(time, now) ? 0 : time
}

/**
 * Returns after how much silence a device counts as inactive, milliseconds: its own setting if that is a number above
 * 0.
 */
export function inactivityTimeoutMs(attributes: ServerAttributes, defaultMs: number): number {
  const own = amountOf(attributes, KEYS.inactivityTimeout)
  return own > 0 ? own : defaultMs
}

/**
 * Builds the write for a device whose session opened. Readers compare both times, so a disconnection that was
 * written while the clock was ahead must not stay the later one.
 */
export function whenConnected(attributes: ServerAttributes, at: number): ConnectivityWrite {
  const isAhead = isFuture(amountOf(attributes, KEYS.lastDisconnectTime), at)
  return { [KEYS.lastConnectTime]: at, ...(isAhead && { [KEYS.lastDisconnectTime]: at }) }
}

/** Builds the write for a device whose last session closed; it opened before `at`, whatever the clock showed then. */
export function whenDisconnected(attributes: ServerAttributes, at: number): ConnectivityWrite {
  const isAhead = isFuture(amountOf(attributes, KEYS.lastConnectTime), at)
  return { [KEYS.lastDisconnectTime]: at, ...(isAhead && { [KEYS.lastConnectTime]: at - 1 }) }
}

/** Builds the write for a device that was heard at time `at`. */
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

/** Builds the write for a device that the sweep checks. A silent device becomes inactive once for each silence. */
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
 * Builds the write for a device whose timeout changed. The device is evaluated immediately, in both directions: with a
 * longer timeout a device that was heard within it becomes active again.
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
