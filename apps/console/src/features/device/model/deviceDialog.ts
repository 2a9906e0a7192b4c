import { SETTINGS, type SettingGroup } from '@greenwave/controller/settingTable/table'
import { saysTheSame } from '../../../data/sharing.ts'

type Mode = Extract<SettingGroup, { readonly kind: 'mode' }>

/** The dialog that is open on a device, with what it is about: a setting of the table, or one of those that are none. */
export type DeviceDialog =
  | Exclude<SettingGroup, Mode>
  | (Mode & { readonly mode: number })
  | { readonly kind: 'time' }
  | { readonly kind: 'location' }
  | { readonly kind: 'image' }
  | { readonly kind: 'imageDelete' }
  /** Sends what was saved and not taken once more. */
  | { readonly kind: 'sendAgain' }

/** Opens a dialog; absent for whoever only watches. */
export type OpenDialog = (dialog: DeviceDialog) => void

/** The dialogs with a form. The mode is chosen in its confirmation. */
const FORMS: readonly DeviceDialog[] = [
  ...SETTINGS.map(({ group }) => group).filter((group) => group.kind !== 'mode'),
  { kind: 'time' },
  { kind: 'location' },
  { kind: 'image' },
]

/** Returns the form that was kept when the session ended; null for what is none. */
export function readDeviceForm(kept: unknown): DeviceDialog | null {
  return FORMS.find((form) => saysTheSame(form, kept)) ?? null
}
