/** Saved is not done: where a setting stands between the platform and the street. */
import { parseInteger } from './integer.ts'
import { MODE_KEY, PLAN_TOTAL_KEY, planSettingKeys, programSettingKeys, RED_CLEARANCE_KEY, YELLOW_KEY } from './keys.ts'
import { PLAN_NUMBERS, type PlanNumber, PROGRAM_NUMBERS, type ProgramNumber } from './limits.ts'
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

/** A setting as a person knows it: what one dialog saves. */
export type SettingGroup =
  | { readonly kind: 'mode' }
  | { readonly kind: 'planTotal' }
  | { readonly kind: 'clearance' }
  | { readonly kind: 'plan'; readonly plan: PlanNumber }
  | { readonly kind: 'program'; readonly program: ProgramNumber }

/** Where what one dialog saves stands, with each of its keys that was ever set. */
export interface GroupDelivery {
  readonly group: SettingGroup
  /** The worst of its keys. */
  readonly state: DeliveryState
  readonly keys: readonly KeyDelivery[]
}

/** All settings of a controller at once. */
export interface DeliverySummary {
  /** Settings that the controller has not taken: waiting, not confirmed, differing or without any report. */
  readonly notTaken: number
  /** Settings saved moments ago. */
  readonly pending: number
  /** The controller reports no client attributes at all. */
  readonly noReport: boolean
  /** The worst state of all; null when nothing was ever set. */
  readonly worst: DeliveryState | null
}

/** Every setting, in the order in which it is shown. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  { kind: 'mode' },
  { kind: 'planTotal' },
  { kind: 'clearance' },
  ...PLAN_NUMBERS.map((plan): SettingGroup => ({ kind: 'plan', plan })),
  ...PROGRAM_NUMBERS.map((program): SettingGroup => ({ kind: 'program', program })),
]

/** The attribute keys that one dialog saves. */
export function groupKeys(group: SettingGroup): readonly string[] {
  switch (group.kind) {
    case 'mode':
      return [MODE_KEY]
    case 'planTotal':
      return [PLAN_TOTAL_KEY]
    case 'clearance':
      return [YELLOW_KEY, RED_CLEARANCE_KEY]
    case 'plan':
      return planSettingKeys(group.plan)
    case 'program':
      return programSettingKeys(group.program)
  }
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

function worstOf(states: readonly DeliveryState[]): DeliveryState | null {
  return WORST_FIRST.find((state) => states.includes(state)) ?? null
}

/** Where what one dialog saves stands; null when none of its keys was ever set. */
export function groupDelivery(facts: DeliveryFacts, group: SettingGroup): GroupDelivery | null {
  const keys = groupKeys(group).flatMap((key) => keyDelivery(facts, key) ?? [])
  const state = worstOf(keys.map((delivery) => delivery.state))
  return state ? { group, state, keys } : null
}

/** Where every setting stands that was ever set. */
export function allDeliveries(facts: DeliveryFacts): readonly GroupDelivery[] {
  return SETTING_GROUPS.flatMap((group) => groupDelivery(facts, group) ?? [])
}

/** All settings of a controller in one line ("2 settings not taken"). */
export function deliverySummary(facts: DeliveryFacts): DeliverySummary {
  const states = allDeliveries(facts).map((delivery) => delivery.state)
  const pending = states.filter((state) => state === 'saved').length
  const applied = states.filter((state) => state === 'applied').length
  return {
    notTaken: states.length - pending - applied,
    pending,
    noReport: !reportsAnything(facts.reported),
    worst: worstOf(states),
  }
}
