/** Which settings of one controller it has taken, and which it has not. */
import type { DeliveryFacts, DeliveryState } from '@greenwave/controller/delivery'
import {
  allDeliveries,
  type DeliverySummary,
  deliverySummary,
  type GroupDelivery,
} from '@greenwave/controller/settingTable/delivery'
import { isSameGroup, type SettingGroup } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { plainValues } from '@greenwave/observer/inEffect'

/** The delivery of what one dialog saves, as it was followed. */
export interface FollowedDelivery extends GroupDelivery {
  /**
   * Since when it has been, or was, seen in another state than applied, so that it is news when it is applied; the
   * platform's time, epoch milliseconds. Null if it never was, or for no millisecond: what changed at once may come in
   * several frames.
   */
  readonly openedMs: number | null
}

/** The delivery states of the settings of one controller. */
export interface Deliveries {
  /** Empty until the controller's reports and its connection are known. */
  readonly groups: readonly FollowedDelivery[]
  readonly summary: DeliverySummary
}

/**
 * Returns the delivery state of every setting at the time of the facts, with what was seen of it before. `atMs` is that
 * time to the millisecond.
 */
export function deliveriesAt(
  facts: DeliveryFacts,
  reportsKnown: boolean,
  before?: Deliveries,
  atMs = facts.nowMs,
): Deliveries {
  const groups = (reportsKnown ? allDeliveries(facts) : []).map((delivery) => {
    const openedMs = (before && deliveryOf(before, delivery.group)?.openedMs) ?? null
    return { ...delivery, openedMs: openedAt(openedMs, delivery.state, atMs) }
  })
  return { groups, summary: deliverySummary(facts) }
}

function openedAt(beforeMs: number | null, state: DeliveryState, atMs: number): number | null {
  if (state !== 'taken') return beforeMs ?? atMs
  return beforeMs !== null && beforeMs < atMs ? beforeMs : null
}

/** Returns the delivery of the settings that one dialog saves; undefined when none of them was ever set. */
export function deliveryOf(deliveries: Deliveries, group: SettingGroup): FollowedDelivery | undefined {
  return deliveries.groups.find((delivery) => isSameGroup(delivery.group, group))
}

/** Returns the values of these keys, as far as they are among the attributes. */
export function valuesOf(
  attributes: TimedValues | undefined,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  return plainValues(Object.fromEntries(Object.entries(attributes ?? {}).filter(([key]) => keys.includes(key))))
}
