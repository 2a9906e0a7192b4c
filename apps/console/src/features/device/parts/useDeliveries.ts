import {
  allDeliveries,
  type DeliveryState,
  type DeliverySummary,
  deliverySummary,
  type GroupDelivery,
  type SettingGroup,
} from '@greenwave/controller/delivery'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../ui/page/useNow.ts'
import { type DeviceView, deliveryFacts } from '../model/deviceView.ts'
import { sameJson, useStable } from './useStable.ts'

export interface Deliveries {
  readonly groups: readonly GroupDelivery[]
  readonly summary: DeliverySummary
}

/** Where every setting of a device stands, followed as reports arrive and as time runs out for them. */
export function useDeliveries(view: DeviceView): Deliveries {
  const nowMs = useNow(1000, serverNowMs)
  const facts = deliveryFacts(view, nowMs)
  const groups = useStable(view.reportsKnown ? allDeliveries(facts) : [], sameJson)
  const summary = useStable(deliverySummary(facts), sameJson)
  return useStable({ groups, summary }, (a, b) => a.groups === b.groups && a.summary === b.summary)
}

/** The delivery of what one dialog saves; undefined when none of it was ever set. */
export function deliveryOf(deliveries: Deliveries, group: SettingGroup): GroupDelivery | undefined {
  return deliveries.groups.find((delivery) => sameJson(delivery.group, group))
}

/** States in which the controller could take the setting but has not. */
export const UNTAKEN: readonly DeliveryState[] = ['differs', 'notConfirmed']
