import type { DeviceDialog } from '../model/deviceDialog.ts'
import { AddDeviceDialog } from './AddDeviceDialog.tsx'
import { AssignDeviceDialog } from './AssignDeviceDialog.tsx'
import { DeleteDeviceDialog } from './DeleteDeviceDialog.tsx'
import { EditDeviceDialog } from './EditDeviceDialog.tsx'
import { UnassignDeviceDialog } from './UnassignDeviceDialog.tsx'

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
