import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import type { Device } from '@greenwave/contract/wire/devices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { credentialsQuery, saveCredentialsMutation, saveDeviceMutation } from '../../../data/queries/deviceEdits.ts'
import { deviceInfoQuery } from '../../../data/queries/devices.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { SaveNotes } from '../../../ui/dialogs/SaveNotes.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { useRecordForm } from '../../../ui/forms/useRecordForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import type { DeviceDialogProps } from '../model/deviceDialog.ts'
import {
  CREDENTIAL_FIELDS,
  credentialsChanged,
  credentialsUpdate,
  type DeviceComplaint,
  DeviceForm,
  type DeviceFormValues,
  DeviceFormWithoutCredentials,
  deviceChanged,
  deviceFormValues,
  deviceUpdate,
  EMPTY_DEVICE_FORM,
} from '../model/deviceForm.ts'
import { DeviceFields } from '../parts/DeviceFields.tsx'

/** Records that the dialog edits: two of the platform, each saved by its own call. */
interface StoredDevice {
  device: Device
  credentials: DeviceCredentials
}

const valuesOf = (stored: StoredDevice | undefined): DeviceFormValues =>
  stored ? deviceFormValues(stored.device, stored.credentials) : EMPTY_DEVICE_FORM

/** Changes a device and its credentials. Only a changed record is sent. */
export function EditDeviceDialog({ device: listed, opened, onClose }: DeviceDialogProps) {
  const t = useTexts('device', 'devices')
  const client = useQueryClient()
  const deviceId = listed.id.id
  // The values that were read must not change under the form, so they are read once, and again when the platform has a
  // newer version at saving.
  const once = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const
  const info = useQuery({ ...deviceInfoQuery(deviceId), ...once })
  const credentials = useQuery({ ...credentialsQuery(deviceId), ...once })
  const saveDevice = useMutation(saveDeviceMutation)
  const saveCredentials = useMutation(saveCredentialsMutation)

  const word = (key: DeviceComplaint) => t(key)
  const record = useRecordForm<StoredDevice, DeviceFormValues>({
    record: undefined,
    isEdited: true,
    valuesOf,
    complaints: (typed, read) =>
      complaintsOf(credentialsChanged(read, typed) ? DeviceForm : DeviceFormWithoutCredentials, word)(typed),
    reload: async () => {
      const [device, stored] = await Promise.all([
        client.fetchQuery({ ...deviceInfoQuery(deviceId), staleTime: 0 }),
        client.fetchQuery(credentialsQuery(deviceId)),
      ])
      return { device, credentials: stored }
    },
  })
  const { form, read } = record

  const taken = useRef(false)
  useEffect(() => {
    if (taken.current || !info.isFetchedAfterMount || !credentials.isFetchedAfterMount) return
    if (!info.isSuccess || !credentials.isSuccess) return
    taken.current = true
    record.take({ device: info.data, credentials: credentials.data })
  })

  async function save(typed: DeviceFormValues): Promise<void> {
    if (!read) return
    record.fail(undefined)
    const before = valuesOf(read)
    const sent = { device: deviceChanged(before, typed), credentials: credentialsChanged(before, typed) }
    const saved = { device: false, credentials: false }
    let failure: unknown
    try {
      if (sent.device) {
        const device = await saveDevice.mutateAsync(deviceUpdate(read.device, typed))
        saved.device = true
        record.setRead({ ...read, device })
      }
      if (sent.credentials) {
        await saveCredentials.mutateAsync(credentialsUpdate(read.credentials, typed))
        saved.credentials = true
      }
      onClose()
    } catch (error) {
      failure = error
      record.fail(error)
    }
    const done = saved.device
      ? saved.credentials
        ? 'updatedBoth'
        : 'updatedInformation'
      : saved.credentials
        ? 'updatedCredentials'
        : undefined
    if (done) notifySuccess(t(done))
    if (failure !== undefined) throw failure
  }

  const failed = info.isError ? info : credentials.isError ? credentials : undefined
  const otherCredentials = read !== undefined && read.credentials.credentialsType !== 'MQTT_BASIC'
  return (
    <FormDialog
      opened={opened}
      title={t('editTitle')}
      submitLabel={t('saveChanges')}
      submitting={form.submitting}
      submitDisabled={!read || record.conflict}
      typed={record.typed && { ...record.typed, secret: CREDENTIAL_FIELDS }}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      {failed ? (
        <ErrorState
          compact
          error={failed.error}
          fallback={t(info.isError ? 'loadInformationFailed' : 'loadDetailsFailed')}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : !read ? (
        <SkeletonRows rows={5} height={52} />
      ) : (
        <>
          <DeviceFields
            form={form}
            disabled={form.submitting}
            credentialsNote={t(otherCredentials ? 'otherCredentials' : 'credentialsWillDisconnect')}
          />
          <SaveNotes
            record={record}
            fallback={t('updateFailed')}
            fieldText={(field) =>
              field === 'password' ? { label: t(field) } : { label: t(field), value: valuesOf(read)[field] }
            }
          />
        </>
      )}
    </FormDialog>
  )
}
