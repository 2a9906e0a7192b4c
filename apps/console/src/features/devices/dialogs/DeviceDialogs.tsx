import type { DeviceInfo } from '@greenwave/contract/devices'
import { AddDeviceDialog } from './AddDeviceDialog.tsx'
import { AssignDeviceDialog } from './AssignDeviceDialog.tsx'
import { DeleteDeviceDialog } from './DeleteDeviceDialog.tsx'
import { EditDeviceDialog } from './EditDeviceDialog.tsx'
import { UnassignDeviceDialog } from './UnassignDeviceDialog.tsx'

/** Which dialog of the device list is asked for, and about which device. */
export type DeviceDialog = { kind: 'add' } | { kind: 'edit' | 'assign' | 'unassign' | 'delete'; device: DeviceInfo }

export interface DeviceDialogProps {
  device: DeviceInfo
  opened: boolean
  onClose: () => void
}

export function DeviceDialogs({ dialog, ...rest }: { dialog: DeviceDialog; opened: boolean; onClose: () => void }) {
  switch (dialog.kind) {
    case 'add':
      return <AddDeviceDialog {...rest} />
    case 'edit':
      return <EditDeviceDialog device={dialog.device} {...rest} />
    case 'assign':
      return <AssignDeviceDialog device={dialog.device} {...rest} />
    case 'unassign':
      return <UnassignDeviceDialog device={dialog.device} {...rest} />
    case 'delete':
      return <DeleteDeviceDialog device={dialog.device} {...rest} />
  }
}
