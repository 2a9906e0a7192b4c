/** Saved is not done: where an attribute stands between the platform and the street; whole settings: settingTable/delivery.ts. */
import { parseInteger } from './integer.ts'
import type { TimedValue, TimedValues } from './timedValue.ts'

/** How long a connected controller may take to report a setting, milliseconds. */
export const CONFIRM_WITHIN_MS = 10_000

/** So long a report may have been on its way when a setting was written: it is no answer to it yet. Milliseconds. */
const UNDER_WAY_MS = 1000

/** A time that lies further ahead than clocks may differ comes of a clock that was wrong, and tells no order. Milliseconds. */
const AHEAD_MS = 5000

/**
 * - saved: the platform took it, the controller still has time to report
 * - waiting: the controller is offline, it gets the setting when it comes back
 * - applied: the controller reports the same value
 * - notConfirmed: connected, and no report within 10 s of the write
 * - differs: it has reported another value since, be it a new one or the old one anew
 * - noReport: connected, and it reports no client attributes at all
 */
export type DeliveryState = 'saved' | 'waiting' | 'applied' | 'notConfirmed' | 'differs' | 'noReport'

/** Everything that delivery is derived from, so that a reload and a second browser say the same. */
export interface DeliveryFacts {
  /** Shared attributes. */
  readonly desired: TimedValues
  /** Client attributes. */
  readonly reported: TimedValues
  readonly connected: boolean
  /** When the controller last connected, milliseconds; its time to report begins no earlier. */
  readonly connectedSinceMs?: number | undefined
  /** The platform's time, milliseconds. */
  readonly nowMs: number
}

/** Where one attribute stands, with both values. */
export interface KeyDelivery {
  readonly key: string
  readonly state: DeliveryState
  readonly desired: unknown
  /** undefined when the controller does not report the key. */
  readonly reported: unknown
}

/** Where one key stands; null when it was never set. */
export function keyDelivery(facts: DeliveryFacts, key: string): KeyDelivery | null {
  const desired = present(facts.desired[key])
  if (!desired) return null
  const reported = present(facts.reported[key])
  return { key, state: stateOf(facts, desired, reported), desired: desired.value, reported: reported?.value }
}

function stateOf(facts: DeliveryFacts, desired: TimedValue, reported: TimedValue | undefined): DeliveryState {
  // An unchanged report keeps its old time on platforms that store changes only, so equality counts without asking when.
  if (reported && sameValue(desired.value, reported.value)) return 'applied'
  if (!facts.connected) return 'waiting'
  const latestMs = facts.nowMs + AHEAD_MS
  const believed = (ms: number) => (ms <= latestMs ? ms : 0)
  const writtenMs = believed(desired.ts)
  const sinceMs = Math.max(writtenMs, believed(facts.connectedSinceMs ?? 0))
  const answered = reported !== undefined && reported.ts <= latestMs && reported.ts >= writtenMs
  if (answered && facts.nowMs >= sinceMs + UNDER_WAY_MS) return 'differs'
  if (facts.nowMs < sinceMs + CONFIRM_WITHIN_MS) return 'saved'
  return reportsAnything(facts.reported) ? 'notConfirmed' : 'noReport'
}

/** Whether two values are one setting: 3, '3' and 3.0 are. */
export function sameValue(a: unknown, b: unknown): boolean {
  const left = parseInteger(a)
  const right = parseInteger(b)
  return left === undefined || right === undefined ? a === b : left === right
}

/** Whether the controller reports a client attribute. */
export function reportsKey(reported: TimedValues, key: string): boolean {
  return present(reported[key]) !== undefined
}

/** Whether the controller reports any client attribute. */
export function reportsAnything(reported: TimedValues): boolean {
  return Object.values(reported).some((attribute) => present(attribute) !== undefined)
}

function present(attribute: TimedValue | undefined): TimedValue | undefined {
  return attribute && attribute.value !== '' && attribute.value !== null && attribute.value !== undefined
    ? attribute
    : undefined
}

const WORST_FIRST: readonly DeliveryState[] = ['differs', 'notConfirmed', 'noReport', 'waiting', 'saved', 'applied']

/** The worst of several states; null for none. */
export function worstOf(states: readonly DeliveryState[]): DeliveryState | null {
  return WORST_FIRST.find((state) => states.includes(state)) ?? null
}
