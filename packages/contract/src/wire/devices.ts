import * as z from 'zod/mini'
import { bodyText, bodyVersion } from './fields.ts'
import { EntityRef, noRef } from './ids.ts'
import { nothing, numberOrZero, textOrEmpty, textOrNothing, tolerantRow, truthOrFalse } from './tolerant.ts'

/** Notes of any shape: usually an object, but any JSON is legal. `infoOf` reads its members. */
const additionalInfo = z.optional(z.unknown())

const deviceFields = {
  id: EntityRef,
  createdTime: z.number(),
  tenantId: EntityRef,
  customerId: EntityRef,
  name: z.string(),
  type: z.string(),
  label: z.nullish(z.string()),
  deviceProfileId: EntityRef,
  deviceData: z.nullish(z.record(z.string(), z.unknown())),
  firmwareId: z.nullish(EntityRef),
  softwareId: z.nullish(EntityRef),
  externalId: z.nullish(EntityRef),
  version: z.nullish(z.number()),
  additionalInfo,
}

const deviceFallbacks = {
  createdTime: numberOrZero,
  tenantId: noRef('TENANT'),
  customerId: noRef('CUSTOMER'),
  name: textOrEmpty,
  type: textOrEmpty,
  label: textOrNothing,
  deviceProfileId: noRef('DEVICE_PROFILE'),
  deviceData: nothing,
  firmwareId: nothing,
  softwareId: nothing,
  externalId: nothing,
  version: nothing,
}

/** A device as the calls that save, assign or read one by id return it. */
export const Device = tolerantRow('a device', z.looseObject(deviceFields), deviceFallbacks)
export type Device = z.infer<typeof Device>

/**
 * A device as lists return it. A `customerTitle` of null means not assigned. `active` is the platform's activity flag.
 */
export const DeviceInfo = tolerantRow(
  'a device',
  z.looseObject({
    ...deviceFields,
    customerTitle: z.nullable(z.string()),
    customerIsPublic: z.boolean(),
    deviceProfileName: z.string(),
    active: z.boolean(),
  }),
  {
    ...deviceFallbacks,
    customerTitle: textOrNothing,
    customerIsPublic: truthOrFalse,
    deviceProfileName: textOrEmpty,
    active: truthOrFalse,
  },
)
export type DeviceInfo = z.infer<typeof DeviceInfo>

/** Body that creates a device (no id) or replaces one: a missing member is cleared, `customerId` included. */
export const DeviceRequest = z.looseObject({
  id: z.nullish(EntityRef),
  name: bodyText,
  type: bodyText,
  label: bodyText,
  deviceProfileId: z.nullish(EntityRef),
  customerId: z.nullish(EntityRef),
  deviceData: z.nullish(z.record(z.string(), z.unknown())),
  firmwareId: z.nullish(EntityRef),
  softwareId: z.nullish(EntityRef),
  version: bodyVersion,
  additionalInfo,
})
export type DeviceRequest = z.infer<typeof DeviceRequest>

/** The tenant's device profile, in short. */
export const DeviceProfileInfo = tolerantRow(
  'a device profile',
  z.looseObject({
    id: EntityRef,
    name: z.string(),
    image: z.nullish(z.string()),
    defaultDashboardId: z.nullish(EntityRef),
    type: z.string(),
    transportType: z.string(),
    tenantId: EntityRef,
  }),
  {
    name: textOrEmpty,
    image: nothing,
    defaultDashboardId: nothing,
    type: textOrEmpty,
    transportType: textOrEmpty,
    tenantId: noRef('TENANT'),
  },
)
export type DeviceProfileInfo = z.infer<typeof DeviceProfileInfo>

/** A device profile with all its members. */
export const DeviceProfile = z.looseObject({
  id: EntityRef,
  createdTime: z.number(),
  tenantId: EntityRef,
  name: z.string(),
  type: z.string(),
  transportType: z.string(),
  provisionType: z.string(),
  default: z.boolean(),
  profileData: z.record(z.string(), z.unknown()),
})
export type DeviceProfile = z.infer<typeof DeviceProfile>

/** A type of device in use: the name of a profile. */
export const DeviceType = z.looseObject({ tenantId: EntityRef, entityType: z.string(), type: z.string() })

/**
 * Returns a device without the members that only lists add to it, for saving it: what is saved replaces the whole
 * record, so that everything else, its version included, is sent back as it was read.
 */
export function plainDevice(read: DeviceRequest): DeviceRequest {
  const {
    customerTitle: _title,
    customerIsPublic: _public,
    deviceProfileName: _profile,
    active: _active,
    ...device
  } = read
  return device
}
