import { reportsAnything, sameValue } from '@greenwave/controller/delivery'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import type { DeviceView } from '../model/deviceView.ts'

/** How far a setting has come when the platform has saved it. */
type DeliveryAfterSave = 'applied' | 'waiting' | 'saved' | 'noReport'

/** Returns how far values have come that were just saved: saving does not mean that the controller has applied them. */
function deliveryAfterSave(values: AttributeValuesToWrite, view: DeviceView): DeliveryAfterSave {
  const taken = Object.entries(values).every(([key, value]) => sameValue(view.client[key]?.value, value))
  if (taken) return 'applied'
  if (!view.connectivity.online) return 'waiting'
  return reportsAnything(view.client) ? 'saved' : 'noReport'
}

/** Returns a function that shows the notice after a save. The notice claims no more than is true at that moment. */
export function useSavedNotice(): (what: string, values: AttributeValuesToWrite, view: DeviceView) => void {
  const dialog = useTexts('settings', 'dialogs')
  return (what, values, view) => notifySuccess(dialog(`saved.${deliveryAfterSave(values, view)}`, { what }))
}
