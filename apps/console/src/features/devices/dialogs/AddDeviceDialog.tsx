import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../../data/errorText.ts'
import { createDeviceMutation, defaultDeviceProfileQuery } from '../../../data/queries/deviceEdits.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import {
  CREDENTIAL_FIELDS,
  type DeviceComplaint,
  DeviceForm,
  type DeviceFormValues,
  EMPTY_DEVICE_FORM,
  newDeviceRequest,
} from '../model/deviceForm.ts'
import { DeviceFields } from '../parts/DeviceFields.tsx'

/** Creates a device together with the credentials of its controller, and leads to its commissioning. */
export function AddDeviceDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTexts('device', 'devices')
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation(createDeviceMutation)
  const form = useForm<DeviceFormValues>({
    initialValues: EMPTY_DEVICE_FORM,
    validate: complaintsOf(DeviceForm, (key: DeviceComplaint) => t(key)),
  })

  async function save(values: DeviceFormValues): Promise<void> {
    // When the profile cannot be fetched, it is left out and the server takes its default.
    const profileId = await client.ensureQueryData(defaultDeviceProfileQuery()).then(
      (profile) => profile.id.id,
      () => undefined,
    )
    const device = await create.mutateAsync(newDeviceRequest(values, profileId))
    notifySuccess(t('created'))
    onClose()
    // The form is saved, though its dialog still fades out.
    const params = { deviceId: device.id.id }
    await navigate({ to: '/devices/$deviceId/commissioning', params, ignoreBlocker: true })
  }

  return (
    <FormDialog
      opened={opened}
      title={t('addTitle')}
      submitLabel={t('addDevice')}
      submitting={form.submitting}
      typed={{ ...typedOf(form, EMPTY_DEVICE_FORM), secret: CREDENTIAL_FIELDS }}
      error={create.error ? errorText(create.error, t('createFailed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <DeviceFields form={form} disabled={form.submitting} credentialsNote={t('credentialsHint')} />
    </FormDialog>
  )
}
