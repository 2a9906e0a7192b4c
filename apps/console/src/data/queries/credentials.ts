import type { CredentialsRequest } from '@greenwave/contract/wire/credentials'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'

const credentialsKey = (deviceId: string) => ['credentials', deviceId] as const

/**
 * Reads the MQTT credentials of a device. They are read each time a form opens and are not cached, because they hold a
 * secret.
 */
export function credentialsQuery(deviceId: string) {
  return queryOptions({
    queryKey: credentialsKey(deviceId),
    queryFn: ({ signal }) => callApi('deviceCredentials', { params: { deviceId }, signal }),
    gcTime: 0,
    staleTime: 0,
  })
}

/** Saves credentials. The body is the complete object as it was read, with its own id. */
export const saveCredentialsMutation = mutationOptions({
  mutationFn: (body: CredentialsRequest) => callApi('saveDeviceCredentials', { body }),
  onSuccess: (saved, _body, _result, { client }) =>
    client.invalidateQueries({ queryKey: credentialsKey(saved.deviceId.id) }),
})
