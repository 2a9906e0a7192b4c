/** Reads and writes of the dialogs of devices; loaded with these. */
import { createClient } from '@greenwave/client/createClient'
import { deviceEditCalls } from '@greenwave/contract/wire/calls/deviceRecords'
import type { CredentialsRequest, DeviceWithCredentialsRequest } from '@greenwave/contract/wire/credentials'
import type { DeviceRequest } from '@greenwave/contract/wire/devices'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callDeps } from '../signInApi.ts'
import { deviceKeys } from './devices.ts'

/** Calls the platform to change devices and their credentials. Throws as `callApi` does. */
const callDeviceEdits = createClient({ ...callDeps, calls: deviceEditCalls })

/** Reads the tenant's default device profile. */
export function defaultDeviceProfileQuery() {
  return queryOptions({
    queryKey: ['deviceProfile', 'default'],
    queryFn: ({ signal }) => callDeviceEdits('defaultDeviceProfile', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Creates a device together with its credentials. */
export const createDeviceMutation = mutationOptions({
  mutationFn: (body: DeviceWithCredentialsRequest) => callDeviceEdits('saveDeviceWithCredentials', { body }),
  onSuccess: (_device, _body, _result, { client }) => client.invalidateQueries({ queryKey: deviceKeys.all }),
})

/**
 * Saves a device. The body is the complete object as it was read, with its version; members that are left out are
 * cleared.
 */
export const saveDeviceMutation = mutationOptions({
  mutationFn: (body: DeviceRequest) => callDeviceEdits('saveDevice', { body }),
  onSuccess: (_device, _body, _result, { client }) => client.invalidateQueries({ queryKey: deviceKeys.all }),
})

/** Deletes a device. */
export const deleteDeviceMutation = mutationOptions({
  mutationFn: (deviceId: string) => callDeviceEdits('deleteDevice', { params: { deviceId } }),
  onSuccess: (_reply, deviceId, _result, { client }) => {
    client.removeQueries({ queryKey: deviceKeys.info(deviceId) })
    return client.invalidateQueries({ queryKey: deviceKeys.lists })
  },
})

/** Assigns a device to a customer. */
export const assignDeviceMutation = mutationOptions({
  mutationFn: (params: { customerId: string; deviceId: string }) => callDeviceEdits('assignDevice', { params }),
  onSuccess: (_device, _params, _result, { client }) => client.invalidateQueries({ queryKey: deviceKeys.all }),
})

/** Removes a device from its customer. */
export const unassignDeviceMutation = mutationOptions({
  mutationFn: (deviceId: string) => callDeviceEdits('unassignDevice', { params: { deviceId } }),
  onSuccess: (_device, _deviceId, _result, { client }) => client.invalidateQueries({ queryKey: deviceKeys.all }),
})

const credentialsKey = (deviceId: string) => ['credentials', deviceId] as const

/**
 * Reads the MQTT credentials of a device. They are read each time a form opens and are not cached, because they hold a
 * secret.
 */
export function credentialsQuery(deviceId: string) {
  return queryOptions({
    queryKey: credentialsKey(deviceId),
    queryFn: ({ signal }) => callDeviceEdits('deviceCredentials', { params: { deviceId }, signal }),
    gcTime: 0,
    staleTime: 0,
  })
}

/** Saves credentials. The body is the complete object as it was read, with its own id. */
export const saveCredentialsMutation = mutationOptions({
  mutationFn: (body: CredentialsRequest) => callDeviceEdits('saveDeviceCredentials', { body }),
  onSuccess: (saved, _body, _result, { client }) =>
    client.invalidateQueries({ queryKey: credentialsKey(saved.deviceId.id) }),
})
