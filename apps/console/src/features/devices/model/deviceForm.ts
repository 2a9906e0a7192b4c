import {
  type DeviceCredentials,
  type DeviceWithCredentialsRequest,
  MqttBasicValue,
} from '@greenwave/contract/wire/credentials'
import { type DeviceRequest, plainDevice } from '@greenwave/contract/wire/devices'
import { entityRef } from '@greenwave/contract/wire/ids'
import * as z from 'zod/mini'
import { requiredText } from '../../../ui/forms/forms.ts'

const deviceFields = {
  name: requiredText('nameRequired'),
  label: requiredText('labelRequired'),
}
const credentialFields = {
  clientId: requiredText('clientIdRequired'),
  username: requiredText('usernameRequired'),
  password: requiredText('passwordRequired'),
}

/** The schema of the device form. Its complaints are text keys of the namespace `devices`. */
export const DeviceForm = z.object({ ...deviceFields, ...credentialFields })
/** The schema for a form with unchanged credentials. Another client may have stored them, so they are not checked. */
export const DeviceFormWithoutCredentials = z.object({
  ...deviceFields,
  clientId: z.string(),
  username: z.string(),
  password: z.string(),
})
/** The values of the device form. */
export type DeviceFormValues = z.infer<typeof DeviceForm>
/** The text keys of the form's complaints. */
export type DeviceComplaint = `${keyof DeviceFormValues}Required` | 'tooLong'

/** The fields that are not kept when the session ends. */
export const CREDENTIAL_FIELDS = ['clientId', 'username', 'password'] as const

/** The values of an empty device form. */
export const EMPTY_DEVICE_FORM: DeviceFormValues = { name: '', label: '', clientId: '', username: '', password: '' }

type Named = { name: string; label?: string | null | undefined }
type Login = Pick<DeviceFormValues, 'clientId' | 'username' | 'password'>

/**
 * Returns the form values of a stored device. The credential fields are empty if the credentials are of another type or
 * cannot be read.
 */
export function deviceFormValues(device: Named, credentials: DeviceCredentials): DeviceFormValues {
  return { name: device.name, label: device.label ?? '', ...parseLogin(credentials) }
}

function parseLogin(credentials: DeviceCredentials): Login {
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

/** Returns whether name or label differ. */
export function deviceChanged(read: DeviceFormValues, typed: DeviceFormValues): boolean {
  return read.name !== typed.name || read.label !== typed.label
}

/** Returns whether any of the credential fields differs. */
export function credentialsChanged(read: DeviceFormValues, typed: DeviceFormValues): boolean {
  return read.clientId !== typed.clientId || read.username !== typed.username || read.password !== typed.password
}

/**
 * Returns the text of `credentialsValue`. The key is `userName`, with a capital N; the platform refuses any other
 * spelling.
 */
function credentialsValue(values: Login): string {
  return JSON.stringify({ clientId: values.clientId, userName: values.username, password: values.password })
}

/** Returns the body that creates a device. Without a profile id the server takes its default profile. */
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

/** Returns the body that updates a device: all of it as it was read, but for what the form has. */
export function deviceUpdate(read: DeviceRequest, values: DeviceFormValues): DeviceRequest {
  return { ...plainDevice(read), name: values.name.trim(), label: values.label.trim() }
}

/** Returns the body that updates credentials. Their id, the device's id and the version stay. */
export function credentialsUpdate(read: DeviceCredentials, values: DeviceFormValues): DeviceCredentials {
  return { ...read, credentialsType: 'MQTT_BASIC', credentialsValue: credentialsValue(values) }
}
