import { reportsAnything, sameValue } from '@greenwave/controller/delivery'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import type { DeviceView } from '../model/deviceView.ts'

/** How far a setting has come when the platform has saved it. */
type DeliveryAfterSave = 'reported' | 'waiting' | 'sent' | 'noReport'

/** Returns how far values have come that were just saved: saving does not mean that the controller has applied them. */
function deliveryAfterSave(values: AttributeValuesToWrite, view: DeviceView): DeliveryAfterSave {
  const taken = Object.entries(values).every(([key, value]) => sameValue(view.client[key]?.value, value))
  if (taken) return 'reported'
  if (!view.connectivity.online) return 'waiting'
  return reportsAnything(view.client) ? 'sent' : 'noReport'
}

/** Returns a function that shows the notice after a save. The notice claims no more than is true at that moment. */
export function useSavedNotice(): (what: string, values: AttributeValuesToWrite, view: DeviceView) => void {
  const dialog = useTexts('settings', 'dialogs')
  return (what, values, view) => notifySuccess(dialog(`saved.${deliveryAfterSave(values, view)}`, { what }))
}
