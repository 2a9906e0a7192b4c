import { DeviceInfo } from '@greenwave/contract/devices'
import * as z from 'zod/mini'
import type { DeviceDialog } from './dialogs/DeviceDialogs.tsx'

const KeptDialog = z.union([
  z.object({ kind: z.literal('add') }),
  z.object({ kind: z.literal('edit'), device: DeviceInfo }),
])

/** Returns the form that was kept when the session ended; null for what is none. */
export function readDeviceForm(kept: unknown): DeviceDialog | null {
  const read = z.safeParse(KeptDialog, kept)
  return read.success ? read.data : null
}
