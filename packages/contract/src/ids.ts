import * as z from 'zod/mini'

/** Kinds of entity that a reference can name. */
export const EntityType = z.enum([
  'TENANT',
  'CUSTOMER',
  'USER',
  'DEVICE',
  'DEVICE_PROFILE',
  'DASHBOARD',
  'OTA_PACKAGE',
  'ALARM',
])
export type EntityType = z.infer<typeof EntityType>

const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An entity's id as text, in lower case. A text that is no UUID is refused with the platform's own words. */
export const Uuid = z
  .string()
  .check(z.regex(UUID_SHAPE, { error: (issue) => `Invalid UUID string: ${String(issue.input)}` }), z.toLowerCase())

/** A reference to an entity of any kind. Both members are required. */
export const EntityRef = z.object({ entityType: EntityType, id: Uuid })
export type EntityRef = z.infer<typeof EntityRef>

/** An id that is not an entity: device credentials and audit records. */
export const PlainId = z.object({ id: Uuid })

/** What stands for "no customer" and, as a tenant, for the system itself: never null on the wire. */
export const NULL_UUID = '13814000-1dd2-11b2-8080-808080808080'

/** A reference of one kind: `entityRef('DEVICE', id)`. */
export function entityRef<T extends EntityType>(entityType: T, id: string): { entityType: T; id: string } {
  return { entityType, id }
}

/** True for a reference to a real customer, false for none, null or the null id. */
export function isAssigned(customerId: { id: string } | null | undefined): boolean {
  return customerId != null && customerId.id !== NULL_UUID
}
