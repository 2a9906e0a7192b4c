import * as z from 'zod/mini'

/**
 * Kinds of entity that a reference can name: all kinds of the ThingsBoard family, whether or not this platform has such
 * entities.
 */
export const EntityType = z.enum([
  'TENANT',
  'CUSTOMER',
  'USER',
  'DEVICE',
  'DEVICE_PROFILE',
  'DASHBOARD',
  'OTA_PACKAGE',
  'ALARM',
  'ASSET',
  'ASSET_PROFILE',
  'ENTITY_VIEW',
  'EDGE',
  'RULE_CHAIN',
  'RULE_NODE',
  'WIDGETS_BUNDLE',
  'WIDGET_TYPE',
  'TENANT_PROFILE',
  'API_USAGE_STATE',
  'TB_RESOURCE',
  'RPC',
  'QUEUE',
  'QUEUE_STATS',
  'NOTIFICATION_TARGET',
  'NOTIFICATION_TEMPLATE',
  'NOTIFICATION_REQUEST',
  'NOTIFICATION',
  'NOTIFICATION_RULE',
  'OAUTH2_CLIENT',
  'DOMAIN',
  'MOBILE_APP',
  'MOBILE_APP_BUNDLE',
  'CALCULATED_FIELD',
  'CALCULATED_FIELD_LINK',
  'JOB',
  'ADMIN_SETTINGS',
  'AI_MODEL',
  'API_KEY',
])
export type EntityType = z.infer<typeof EntityType>

const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An entity's id as text, in lower case. A text that is no UUID is refused with ThingsBoard's own message. */
export const Uuid = z
  .string()
  .check(z.regex(UUID_SHAPE, { error: (issue) => `Invalid UUID string: ${String(issue.input)}` }), z.toLowerCase())

/** A reference to an entity of any kind. Both members are required. */
export const EntityRef = z.object({ entityType: EntityType, id: Uuid })
export type EntityRef = z.infer<typeof EntityRef>

/** An id that does not belong to an entity: of device credentials and audit records. */
export const PlainId = z.object({ id: Uuid })

/**
 * The id that means "no customer" and, as a tenant, the system itself. The wire never has null for these, except as the
 * customer of an alarm.
 */
export const NULL_UUID = '13814000-1dd2-11b2-8080-808080808080'

/** Returns a reference to an entity of the given kind. */
export function entityRef<T extends EntityType>(entityType: T, id: string): { entityType: T; id: string } {
  return { entityType, id }
}

/** Returns a fallback for an unreadable reference: a reference of the given kind to no entity. */
export function noRef(entityType: EntityType): () => EntityRef {
  return () => ({ entityType, id: NULL_UUID })
}

/** Returns true for a reference to a real customer, false for null, undefined or the null id. */
export function isAssigned(customerId: { id: string } | null | undefined): boolean {
  return customerId != null && customerId.id !== NULL_UUID
}

/** Returns the path parameters that name a device in the calls about the values, alarms or audit log of any entity. */
export function ofDevice(deviceId: string): { entityType: 'DEVICE'; entityId: string } {
  return { entityType: 'DEVICE', entityId: deviceId }
}
