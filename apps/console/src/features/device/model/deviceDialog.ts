import type { KeptValues } from '../../../data/keptForm.ts'
import { SETTINGS, type SettingGroup } from '@greenwave/controller/settingTable/table'
import { hasSameContent } from '../../../data/sharing.ts'

type Mode = Extract<SettingGroup, { readonly kind: 'mode' }>

/** The dialog that is open on a device: that of a setting of the table, or one of the others. */
export type DeviceDialog =
  | Exclude<SettingGroup, Mode>
  | (Mode & { readonly mode: number })
  | { readonly kind: 'time' }
  | { readonly kind: 'location' }
  /** Recorded facts about the junction. */
  | { readonly kind: 'site' }
  /** How lamps count, and how greens are controlled. */
  | { readonly kind: 'displays' }
  | { readonly kind: 'image' }
  | { readonly kind: 'imageDelete' }
  /** Sends the values again that were saved but not taken. */
  | { readonly kind: 'sendAgain' }

/**
 * Opens a dialog, also with values that are already typed into it. Components get none for users who may not change
 * anything, and until the values are known.
 */
export type OpenDialog = (dialog: DeviceDialog, typed?: KeptValues) => void

/** The dialogs with a form. The mode has none, because it is chosen in the confirmation. */
const FORMS: readonly DeviceDialog[] = [
  ...SETTINGS.map(({ group }) => group).filter((group) => group.kind !== 'mode'),
  { kind: 'time' },
  { kind: 'location' },
  { kind: 'site' },
  { kind: 'displays' },
  { kind: 'image' },
]

/** Returns the dialog whose form was kept when the session ended; null when the kept value is not one of these. */
export function parseDeviceForm(kept: unknown): DeviceDialog | null {
  return FORMS.find((form) => hasSameContent(form, kept)) ?? null
}
