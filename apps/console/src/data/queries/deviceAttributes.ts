import { mutationOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { readAttributesAgain } from '../useLive.ts'

/** Scopes that a person may write: the platform's own, and the settings meant for the controller. */
export type WritableScope = 'SERVER_SCOPE' | 'SHARED_SCOPE'

/** Attribute values to write, by key; other keys keep theirs. */
export type AttributeValuesToWrite = Readonly<Record<string, string | number | boolean>>

/** Writes attributes of a device, and reads the scope again, so that what is shown is what the platform has. */
export function saveAttributesMutation(deviceId: string, scope: WritableScope) {
  return mutationOptions({
    mutationFn: (values: AttributeValuesToWrite) =>
      callApi('saveAttributes', { params: { entityType: 'DEVICE', entityId: deviceId, scope }, body: { ...values } }),
    onSuccess: () => readAttributesAgain(deviceId, scope),
  })
}

/** The attributes of one scope as the platform has them at this moment, values by key. */
export async function fetchAttributeValues(
  deviceId: string,
  scope: WritableScope,
): Promise<Readonly<Record<string, unknown>>> {
  const attributes = await callApi('attributes', { params: { entityType: 'DEVICE', entityId: deviceId, scope } })
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
}
