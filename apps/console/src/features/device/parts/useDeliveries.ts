import { type Deliveries, readDeliveries } from '../../../data/device/settings/deliveries.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { type DeviceView, deliveryFacts } from '../model/deviceView.ts'
import { sameJson, useStable } from './useStable.ts'

/** Where every setting of a device stands, followed as reports arrive and as time runs out for them. */
export function useDeliveries(view: DeviceView): Deliveries {
  const nowMs = useNow(1000, serverNowMs)
  return useStable(readDeliveries(deliveryFacts(view, nowMs), view.reportsKnown), sameJson)
}
