import type { PlanNumber, ProgramNumber } from '@greenwave/controller/limits'

/** The dialog that is open on a device, with what it is about. */
export type DeviceDialog =
  | { readonly kind: 'mode'; readonly mode: number }
  | { readonly kind: 'plan'; readonly plan: PlanNumber }
  | { readonly kind: 'program'; readonly program: ProgramNumber }
  | { readonly kind: 'times' }
  | { readonly kind: 'planCount' }
  | { readonly kind: 'time' }
  | { readonly kind: 'location' }
  | { readonly kind: 'image' }
  | { readonly kind: 'imageDelete' }
  /** Sends what was saved and not taken once more. */
  | { readonly kind: 'sendAgain' }

/** Opens a dialog; absent for whoever only watches. */
export type OpenDialog = (dialog: DeviceDialog) => void
