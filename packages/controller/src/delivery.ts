/**
 * Delivery of one attribute from the platform to the controller: saved does not mean applied. For whole settings see
 * settingTable/delivery.ts.
 */
import { parseInteger } from './integer.ts'
import type { TimedValue, TimedValues } from './timedValue.ts'

/** How long a connected controller may take to report a setting, milliseconds. */
export const CONFIRM_WITHIN_MS = 10_000

/**
 * A report this short a time after the write may have been sent before it, and so is no answer to it yet. Milliseconds.
 */
const UNDER_WAY_MS = 1000

/** A time further ahead than clocks may differ comes from a wrong clock and does not show an order. Milliseconds. */
const AHEAD_MS = 5000

/**
 * - sent: the platform has stored it, the controller still has time to report
 * - waiting: the controller is offline and gets the setting when it comes back
 * - taken: the controller reports the same value
 * - notConfirmed: connected, but no report within 10 s of the write
 * - differs: since the write the controller reported another value, a new one or the old one again
 * - noReport: connected, but the controller reports no client attributes at all
 */
export type DeliveryState = 'sent' | 'waiting' | 'taken' | 'notConfirmed' | 'differs' | 'noReport'

/** Everything from which delivery is derived, so that a reload and a second browser show the same state. */
export interface DeliveryFacts {
  /** Shared attributes. */
  readonly desired: TimedValues
  /** Client attributes. */
  readonly reported: TimedValues
  readonly connected: boolean
  /** When the controller last connected, milliseconds. Its time to report begins then at the earliest. */
  readonly connectedSinceMs?: number | undefined
  /** The platform's time, milliseconds. */
  readonly nowMs: number
}

/** The delivery of one attribute, with both values. */
export interface KeyDelivery {
  readonly key: string
  readonly state: DeliveryState
  readonly desired: unknown
  /** Undefined if the controller does not report the key. */
  readonly reported: unknown
}

/** Returns the delivery of one key; null if it was never set. */
export function keyDelivery(facts: DeliveryFacts, key: string): KeyDelivery | null {
  const desired = present(facts.desired[key])
  if (!desired) return null
  const reported = present(facts.reported[key])
  return { key, state: stateOf(facts, desired, reported), desired: desired.value, reported: reported?.value }
}

function stateOf(facts: DeliveryFacts, desired: TimedValue, reported: TimedValue | undefined): DeliveryState {
  // Platforms that store only changes keep the old time of an unchanged report, so an equal value counts whatever its
  // time.
  if (reported && sameValue(desired.value, reported.value)) return 'taken'
  if (!facts.connected) return 'waiting'
  const latestMs = facts.nowMs + AHEAD_MS
  const believed = (ms: number) => (ms <= latestMs ? ms : 0)
  const writtenMs = believed(desired.ts)
  const sinceMs = Math.max(writtenMs, believed(facts.connectedSinceMs ?? 0))
  const answered = reported !== undefined && reported.ts <= latestMs && reported.ts >= writtenMs
  if (answered && facts.nowMs >= sinceMs + UNDER_WAY_MS) return 'differs'
  if (facts.nowMs < sinceMs + CONFIRM_WITHIN_MS) return 'sent'
  return reportsAnything(facts.reported) ? 'notConfirmed' : 'noReport'
}

/** Returns whether two values are the same setting: 3, '3' and 3.0 are. */
export function sameValue(a: unknown, b: unknown): boolean {
  const left = parseInteger(a)
  const right = parseInteger(b)
  return left === undefined || right === undefined ? a === b : left === right
}

/** Returns whether the controller reports a client attribute. */
export function reportsKey(reported: TimedValues, key: string): boolean {
  return present(reported[key]) !== undefined
}

/** Returns whether the controller reports any client attribute. */
export function reportsAnything(reported: TimedValues): boolean {
  return Object.values(reported).some((attribute) => present(attribute) !== undefined)
}

function present(attribute: TimedValue | undefined): TimedValue | undefined {
  return attribute && attribute.value !== '' && attribute.value !== null && attribute.value !== undefined
    ? attribute
    : undefined
}

const WORST_FIRST: readonly DeliveryState[] = ['differs', 'notConfirmed', 'noReport', 'waiting', 'sent', 'taken']

/** Returns the worst of several states; null without any. */
export function worstOf(states: readonly DeliveryState[]): DeliveryState | null {
  return WORST_FIRST.find((state) => states.includes(state)) ?? null
}

/** Returns whether the controller could have taken a setting but has not. */
export function isUntaken(state: DeliveryState): boolean {
  return state === 'differs' || state === 'notConfirmed'
}
