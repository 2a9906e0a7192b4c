import * as z from 'zod/mini'
import { EntityRef } from './ids.ts'

const additionalInfo = z.nullish(z.record(z.string(), z.unknown()))

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

/** A device as saving, assigning and reading by id answer it. */
export const Device = z.looseObject(deviceFields)
export type Device = z.infer<typeof Device>

/** A device as lists answer it. `customerTitle` null: not assigned. `active` is the platform's activity flag. */
export const DeviceInfo = z.looseObject({
  ...deviceFields,
  customerTitle: z.nullable(z.string()),
  customerIsPublic: z.boolean(),
  deviceProfileName: z.string(),
  active: z.boolean(),
})
export type DeviceInfo = z.infer<typeof DeviceInfo>

/** Body that creates a device (no id) or replaces one: a member left out is cleared, `customerId` included. */
export const DeviceRequest = z.looseObject({
  id: z.nullish(EntityRef),
  name: z.nullish(z.string()),
  type: z.nullish(z.string()),
  label: z.nullish(z.string()),
  deviceProfileId: z.nullish(EntityRef),
  customerId: z.nullish(EntityRef),
  deviceData: z.nullish(z.record(z.string(), z.unknown())),
  version: z.nullish(z.number()),
  additionalInfo,
})
export type DeviceRequest = z.infer<typeof DeviceRequest>

/** The tenant's device profile, in short. */
export const DeviceProfileInfo = z.looseObject({
  id: EntityRef,
  name: z.string(),
  image: z.nullish(z.string()),
  defaultDashboardId: z.nullish(EntityRef),
  type: z.string(),
  transportType: z.string(),
  tenantId: EntityRef,
})
export type DeviceProfileInfo = z.infer<typeof DeviceProfileInfo>
