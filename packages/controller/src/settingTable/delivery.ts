/** Where settings stand between the platform and the street: each as what one dialog saves, and all of a controller. */
import {
  type DeliveryFacts,
  type DeliveryState,
  type KeyDelivery,
  keyDelivery,
  reportsAnything,
  reportsKey,
  worstOf,
} from '../delivery.ts'
import { type AnySetting, keysOf, type SettingGroup, settingOf, settingsWhere } from './table.ts'

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

/** Where what one dialog saves stands; null when none of its keys was ever set. */
export function groupDelivery(facts: DeliveryFacts, group: SettingGroup): GroupDelivery | null {
  return settingDelivery(facts, settingOf(group))
}

function settingDelivery(facts: DeliveryFacts, setting: AnySetting): GroupDelivery | null {
  const keys = keysOf(setting).flatMap((key) => keyDelivery(facts, key) ?? [])
  const state = worstOf(keys.map((delivery) => delivery.state))
  return state ? { group: setting.group, state, keys } : null
}

/** Where every setting stands that the controller has and that was ever set. */
export function allDeliveries(facts: DeliveryFacts): readonly GroupDelivery[] {
  const has = settingsWhere((key) => reportsKey(facts.reported, key))
  return has.flatMap((setting) => settingDelivery(facts, setting) ?? [])
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
