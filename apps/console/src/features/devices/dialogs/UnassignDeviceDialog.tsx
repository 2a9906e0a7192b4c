import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { unassignDeviceMutation } from '../../../data/queries/devices.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Question } from '../../../ui/dialogs/Question.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import type { DeviceDialogProps } from '../model/deviceDialog.ts'

export function UnassignDeviceDialog({ device, opened, onClose }: DeviceDialogProps) {
  const t = useTexts('devices')
  const unassign = useMutation(unassignDeviceMutation)
  const customer = device.customerTitle?.trim()
  return (
    <ConfirmDialog
      opened={opened}
      title={t('unassignTitle')}
      submitting={unassign.isPending}
      error={unassign.error ? errorText(unassign.error, t('unassignFailed')) : undefined}
      onConfirm={() =>
        unassign.mutateAsync(device.id.id).then(() => {
          notifySuccess(t('unassigned'))
          onClose()
        })
      }
      onClose={onClose}
    >
      <Question
        question={t('unassignQuestion')}
        name={device.name}
        detail={customer ? `${t('customer')}: ${customer}` : device.label}
      />
    </ConfirmDialog>
  )
}
