import type { DeviceCredentials, DeviceWithCredentialsRequest } from '@greenwave/contract/credentials'
import { MqttBasicValue } from '@greenwave/contract/credentials'
import type { DeviceRequest } from '@greenwave/contract/devices'
import { entityRef } from '@greenwave/contract/ids'
import * as z from 'zod/mini'
import { requiredText } from '../../../ui/forms/formFields.ts'

const deviceFields = {
  name: requiredText('nameRequired'),
  label: requiredText('labelRequired'),
}
const credentialFields = {
  clientId: requiredText('clientIdRequired'),
  username: requiredText('usernameRequired'),
  password: requiredText('passwordRequired'),
}

/** The device form; complaints are text keys of the namespace `devices`. */
export const DeviceForm = z.object({ ...deviceFields, ...credentialFields })
/** The same form while the credentials stand as they were read: what another client stored there is then not judged. */
export const DeviceFormWithoutCredentials = z.object({
  ...deviceFields,
  clientId: z.string(),
  username: z.string(),
  password: z.string(),
})
export type DeviceFormValues = z.infer<typeof DeviceForm>
/** Text keys of what the form complains about. */
export type DeviceComplaint = `${keyof DeviceFormValues}Required` | 'tooLong'

/** Fields that are kept nowhere when a session ends. */
export const CREDENTIAL_FIELDS = ['clientId', 'username', 'password'] as const

export const EMPTY_DEVICE_FORM: DeviceFormValues = { name: '', label: '', clientId: '', username: '', password: '' }

type Named = { name: string; label?: string | null | undefined }
type Login = Pick<DeviceFormValues, 'clientId' | 'username' | 'password'>

/** Form values of a stored device. Credentials of another kind, or a value that cannot be read, leave their fields empty. */
export function deviceFormValues(device: Named, credentials: DeviceCredentials): DeviceFormValues {
  return { name: device.name, label: device.label ?? '', ...readLogin(credentials) }
}

function readLogin(credentials: DeviceCredentials): Login {
  const none = { clientId: '', username: '', password: '' }
  if (credentials.credentialsType !== 'MQTT_BASIC' || credentials.credentialsValue === null) return none
  let stored: unknown
  try {
    stored = JSON.parse(credentials.credentialsValue)
  } catch {
    return none
  }
  const value = MqttBasicValue.safeParse(stored)
  if (!value.success) return none
  return {
    clientId: value.data.clientId ?? '',
    username: value.data.userName ?? '',
    password: value.data.password ?? '',
  }
}

/** True when name or label differ. */
export function deviceChanged(read: DeviceFormValues, typed: DeviceFormValues): boolean {
  return read.name !== typed.name || read.label !== typed.label
}

/** True when any part of the login differs. */
export function credentialsChanged(read: DeviceFormValues, typed: DeviceFormValues): boolean {
  return read.clientId !== typed.clientId || read.username !== typed.username || read.password !== typed.password
}

/** The key in `credentialsValue` is `userName`, with a capital N: the platform refuses any other. */
function credentialsValue(values: Login): string {
  return JSON.stringify({ clientId: values.clientId, userName: values.username, password: values.password })
}

/** Body that creates a device. Without a profile id the server takes its default profile. */
export function newDeviceRequest(
  values: DeviceFormValues,
  profileId: string | undefined,
): DeviceWithCredentialsRequest {
  return {
    device: {
      name: values.name.trim(),
      label: values.label.trim(),
      ...(profileId === undefined ? {} : { deviceProfileId: entityRef('DEVICE_PROFILE', profileId) }),
      customerId: null,
      additionalInfo: { gateway: false, overwriteActivityTime: false, description: '' },
    },
    credentials: { credentialsType: 'MQTT_BASIC', credentialsId: null, credentialsValue: credentialsValue(values) },
  }
}

/**
 * Body that updates a device: the whole object as it was read, since saving replaces the record, with its version.
 * The four members that only lists add are left out.
 */
export function deviceUpdate(read: DeviceRequest, values: DeviceFormValues): DeviceRequest {
  const {
    customerTitle: _title,
    customerIsPublic: _public,
    deviceProfileName: _profile,
    active: _active,
    ...device
  } = read
  return { ...device, name: values.name.trim(), label: values.label.trim() }
}

/** Body that updates credentials: their own id, the device's and their version stay. */
export function credentialsUpdate(read: DeviceCredentials, values: DeviceFormValues): DeviceCredentials {
  return { ...read, credentialsType: 'MQTT_BASIC', credentialsValue: credentialsValue(values) }
}
