import { mutationOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { readAttributesAgain } from '../useLive.ts'

/** The scopes that users may write: the server attributes, and the shared settings for the controller. */
export type WritableScope = 'SERVER_SCOPE' | 'SHARED_SCOPE'

/** Attribute values to write, by key. Other keys keep their values. */
export type AttributeValuesToWrite = Readonly<Record<string, string | number | boolean>>

/** Writes attributes of a device and reads the scope again, so that the screen shows what the platform stores. */
export function saveAttributesMutation(deviceId: string, scope: WritableScope) {
  return mutationOptions({
    mutationFn: (values: AttributeValuesToWrite) =>
      callApi('saveAttributes', { params: { entityType: 'DEVICE', entityId: deviceId, scope }, body: { ...values } }),
    onSuccess: () => readAttributesAgain(deviceId, scope),
  })
}

/** Reads the present attributes of one scope from the platform. Returns values by key. */
export async function fetchAttributeValues(
  deviceId: string,
  scope: WritableScope,
): Promise<Readonly<Record<string, unknown>>> {
  const attributes = await callApi('attributes', { params: { entityType: 'DEVICE', entityId: deviceId, scope } })
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
}
