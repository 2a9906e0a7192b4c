import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { deleteDeviceMutation } from '../../../data/queries/devices.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Question } from '../../../ui/dialogs/Question.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import type { DeviceDialogProps } from '../model/deviceDialog.ts'

export function DeleteDeviceDialog({ device, opened, onClose }: DeviceDialogProps) {
  const t = useTexts('devices')
  const remove = useMutation(deleteDeviceMutation)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      danger
      submitting={remove.isPending}
      error={remove.error ? errorText(remove.error, t('deleteFailed')) : undefined}
      onConfirm={() =>
        remove.mutateAsync(device.id.id).then(() => {
          notifySuccess(t('deleted'))
          onClose()
        })
      }
      onClose={onClose}
    >
      <Question question={t('deleteQuestion')} name={device.name} detail={device.label} />
    </ConfirmDialog>
  )
}
