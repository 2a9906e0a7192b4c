import { DeviceInfo } from '@greenwave/contract/wire/devices'
import * as z from 'zod/mini'
import { subjectParser } from '../../../data/subjectParser.ts'

/** The dialog of the device list to show, with its device. */
export type DeviceDialog = { kind: 'add' } | { kind: 'edit' | 'assign' | 'unassign' | 'delete'; device: DeviceInfo }

/** Properties of a dialog about one device of the list. */
export interface DeviceDialogProps {
  device: DeviceInfo
  opened: boolean
  onClose: () => void
}

/** Returns the dialog whose form was kept when the session ended; null when the kept value is not one of these. */
export const parseDeviceForm = subjectParser<DeviceDialog>(
  z.union([z.object({ kind: z.literal('add') }), z.object({ kind: z.literal('edit'), device: DeviceInfo })]),
)
