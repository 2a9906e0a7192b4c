/** Where the settings of one controller stand between the platform and the street. */

import type { DeliveryFacts, DeliveryState } from '@greenwave/controller/delivery'
import {
  allDeliveries,
  type DeliverySummary,
  deliverySummary,
  type GroupDelivery,
} from '@greenwave/controller/settingTable/delivery'
import { isSameGroup, type SettingGroup } from '@greenwave/controller/settingTable/table'

export interface Deliveries {
  /** Empty until it is known what the controller reports and whether it is connected. */
  readonly groups: readonly GroupDelivery[]
  readonly summary: DeliverySummary
}

/** Returns where every setting stands at the time of the facts. */
export function readDeliveries(facts: DeliveryFacts, reportsKnown: boolean): Deliveries {
  return { groups: reportsKnown ? allDeliveries(facts) : [], summary: deliverySummary(facts) }
}

/** Returns the delivery of what one dialog saves; undefined when none of it was ever set. */
export function deliveryOf(deliveries: Deliveries, group: SettingGroup): GroupDelivery | undefined {
  return deliveries.groups.find((delivery) => isSameGroup(delivery.group, group))
}

/** States in which the controller could take the setting but has not. */
export const UNTAKEN: readonly DeliveryState[] = ['differs', 'notConfirmed']
