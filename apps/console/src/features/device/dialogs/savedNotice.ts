import { reportsAnything, sameValue } from '@greenwave/controller/delivery'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import type { DeviceView } from '../model/deviceView.ts'

/** Where a setting stands at the moment when the platform has taken it. */
type StandAfterSave = 'applied' | 'waiting' | 'saved' | 'noReport'

/** Reads off a device where values that were just saved stand: saved is not done. */
function standAfterSave(values: AttributeValuesToWrite, view: DeviceView): StandAfterSave {
  const taken = Object.entries(values).every(([key, value]) => sameValue(view.client[key]?.value, value))
  if (taken) return 'applied'
  if (!view.connectivity.online) return 'waiting'
  return reportsAnything(view.client) ? 'saved' : 'noReport'
}

/** The success banner of a setting: what is true at that moment, and no more. */
export function useSavedNotice(): (what: string, values: AttributeValuesToWrite, view: DeviceView) => void {
  const t = useTexts('device')
  return (what, values, view) => notifySuccess(t(`delivery.success.${standAfterSave(values, view)}`, { what }))
}
