/**
 * Delivery of settings from the platform to the controller: of each group that one dialog saves, and of a whole
 * controller.
 */
import {
  type DeliveryFacts,
  type DeliveryState,
  type KeyDelivery,
  keyDelivery,
  reportsAnything,
  reportsKey,
  worstOf,
} from '../delivery.ts'
import { type AnySetting, keysOf, type SettingGroup, settingsWhere } from './table.ts'

/** The delivery of what one dialog saves, with each of its keys that was ever set. */
export interface GroupDelivery {
  readonly group: SettingGroup
  /** The worst state of its keys. */
  readonly state: DeliveryState
  readonly keys: readonly KeyDelivery[]
}

/** The delivery of all settings of a controller. */
export interface DeliverySummary {
  /** Number of settings that the controller has not taken: waiting, not confirmed, different or without any report. */
  readonly notTaken: number
  /** Number of settings saved moments ago. */
  readonly pending: number
  /** True if the controller reports no client attributes at all. */
  readonly noReport: boolean
  /** The worst state; null if nothing was ever set. */
  readonly worst: DeliveryState | null
}

/** Returns the delivery of what one dialog saves; null if none of its keys was ever set. */
function settingDelivery(facts: DeliveryFacts, setting: AnySetting): GroupDelivery | null {
  const keys = keysOf(setting).flatMap((key) => keyDelivery(facts, key) ?? [])
  const state = worstOf(keys.map((delivery) => delivery.state))
  return state ? { group: setting.group, state, keys } : null
}

/** Returns the delivery of every setting that the controller has and that was ever set. */
export function allDeliveries(facts: DeliveryFacts): readonly GroupDelivery[] {
  const has = settingsWhere((key) => reportsKey(facts.reported, key))
  return has.flatMap((setting) => settingDelivery(facts, setting) ?? [])
}

/** Returns the delivery of all settings of a controller ("2 settings not taken"). */
export function deliverySummary(facts: DeliveryFacts): DeliverySummary {
  const states = allDeliveries(facts).map((delivery) => delivery.state)
  const pending = states.filter((state) => state === 'sent').length
  const taken = states.filter((state) => state === 'taken').length
  return {
    notTaken: states.length - pending - taken,
    pending,
    noReport: !reportsAnything(facts.reported),
    worst: worstOf(states),
  }
}
