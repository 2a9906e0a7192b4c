import * as z from 'zod/mini'
import { DeviceRequest } from './devices.ts'
import { bodyText, bodyVersion } from './fields.ts'
import { EntityRef, PlainId } from './ids.ts'
import { nothing, numberOrZero, tolerantRow } from './tolerant.ts'

export const CredentialsType = z.enum(['ACCESS_TOKEN', 'MQTT_BASIC'])
export type CredentialsType = z.infer<typeof CredentialsType>

/**
 * The content of the `credentialsValue` text of MQTT_BASIC credentials: exactly these keys, with a capital N in
 * `userName`.
 */
export const MqttBasicValue = z.strictObject({
  clientId: z.nullish(z.string()),
  userName: z.nullish(z.string()),
  password: z.nullish(z.string()),
})
export type MqttBasicValue = z.infer<typeof MqttBasicValue>

/** Credentials of a device. For ACCESS_TOKEN, `credentialsId` is the token and `credentialsValue` is null. */
export const DeviceCredentials = tolerantRow(
  'credentials',
  z.looseObject({
    id: PlainId,
    createdTime: z.number(),
    deviceId: EntityRef,
    credentialsType: CredentialsType,
    credentialsId: z.string(),
    credentialsValue: z.nullable(z.string()),
    version: z.nullish(z.number()),
  }),
  { createdTime: numberOrZero, version: nothing, credentialsValue: nothing },
)
export type DeviceCredentials = z.infer<typeof DeviceCredentials>

/** Body that updates credentials. Its id and its device's id must be the stored ones. */
export const CredentialsRequest = z.looseObject({
  id: z.nullish(PlainId),
  deviceId: z.nullish(EntityRef),
  credentialsType: bodyText,
  credentialsId: bodyText,
  credentialsValue: bodyText,
  version: bodyVersion,
})
export type CredentialsRequest = z.infer<typeof CredentialsRequest>

/** Body that creates or updates a device together with its credentials. */
export const DeviceWithCredentialsRequest = z.object({
  device: z.nullish(DeviceRequest),
  credentials: z.nullish(CredentialsRequest),
})
export type DeviceWithCredentialsRequest = z.infer<typeof DeviceWithCredentialsRequest>
