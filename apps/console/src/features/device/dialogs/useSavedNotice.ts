import { keyDelivery, worstOf } from '@greenwave/controller/delivery'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import type { DeviceView } from '../model/deviceView.ts'

/** Returns a function that shows the notice after a save. The notice claims no more than is true at that moment. */
export function useSavedNotice(): (what: string, values: AttributeValuesToWrite, view: DeviceView) => void {
  const dialog = useTexts('settings', 'dialogs')
  const states = useTexts('device', 'changeStates')
  return (what, values, { client, connectivity }) => {
    const nowMs = serverNowMs()
    const desired = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: nowMs, value }]))
    const facts = { desired, reported: client, connected: connectivity.online, nowMs }
    const deliveries = Object.keys(values).flatMap((key) => keyDelivery(facts, key) ?? [])
    const state = worstOf(deliveries.map((delivery) => delivery.state)) ?? 'sent'
    notifySuccess(dialog('saved', { what, state: states(`text.${state}`) }))
  }
}
