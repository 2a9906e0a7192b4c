import { deleteDeviceMutation, unassignDeviceMutation } from '../../../data/queries/deviceEdits.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { PageDialogProps } from '../../../ui/dialogs/PageDialogs.tsx'
import { DeleteDialog, QuestionDialog } from '../../../ui/dialogs/QuestionDialog.tsx'
import type { DeviceDialog } from '../model/deviceDialog.ts'
import { AddDeviceDialog } from './AddDeviceDialog.tsx'
import { AssignDeviceDialog } from './AssignDeviceDialog.tsx'
import { EditDeviceDialog } from './EditDeviceDialog.tsx'

/** Opens the requested dialog of the device list. */
export function DeviceDialogs({ dialog, ...rest }: PageDialogProps<DeviceDialog>) {
  const t = useTexts('device', 'devices')
  switch (dialog.kind) {
    case 'add':
      return <AddDeviceDialog {...rest} />
    case 'edit':
      return <EditDeviceDialog device={dialog.device} {...rest} />
    case 'assign':
      return <AssignDeviceDialog device={dialog.device} {...rest} />
    case 'unassign': {
      const customer = dialog.device.customerTitle?.trim()
      return (
        <QuestionDialog
          {...rest}
          title={t('unassignTitle')}
          done={t('unassigned')}
          failed={t('unassignFailed')}
          mutation={unassignDeviceMutation}
          id={dialog.device.id.id}
          question={t('unassignQuestion')}
          name={dialog.device.name}
          detail={customer ? `${t('customer')}: ${customer}` : dialog.device.label}
        />
      )
    }
    case 'delete':
      return (
        <DeleteDialog
          {...rest}
          texts={t}
          mutation={deleteDeviceMutation}
          id={dialog.device.id.id}
          name={dialog.device.name}
          detail={dialog.device.label}
        />
      )
  }
}
