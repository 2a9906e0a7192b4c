import { DeviceInfo } from '@greenwave/contract/devices'
import * as z from 'zod/mini'
import { subjectReader } from '../../../data/keptForm.ts'

/** Which dialog of the device list is asked for, and about which device. */
export type DeviceDialog = { kind: 'add' } | { kind: 'edit' | 'assign' | 'unassign' | 'delete'; device: DeviceInfo }

/** What a dialog about a device of the list is given. */
export interface DeviceDialogProps {
  device: DeviceInfo
  opened: boolean
  onClose: () => void
}

/** Returns the form that was kept when the session ended; null for what is none. */
export const readDeviceForm = subjectReader<DeviceDialog>(
  z.union([z.object({ kind: z.literal('add') }), z.object({ kind: z.literal('edit'), device: DeviceInfo })]),
)
