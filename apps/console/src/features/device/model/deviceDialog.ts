import type { PlanNumber, ProgramNumber } from '@greenwave/controller/limits'
import { PLAN_NUMBERS, PROGRAM_NUMBERS } from '@greenwave/controller/limits'
import * as z from 'zod/mini'
import { subjectReader } from '../../../data/keptForm.ts'

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

/** Returns the form that was kept when the session ended; null for what is none. */
export const readDeviceForm = subjectReader<DeviceDialog>(
  z.union([
    z.object({ kind: z.literal('plan'), plan: z.literal(PLAN_NUMBERS) }),
    z.object({ kind: z.literal('program'), program: z.literal(PROGRAM_NUMBERS) }),
    z.object({ kind: z.enum(['times', 'planCount', 'time', 'location', 'image']) }),
  ]),
)
