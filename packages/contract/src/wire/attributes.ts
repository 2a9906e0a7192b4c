import * as z from 'zod/mini'
import { numberOrZero, tolerantRow, tolerantRows } from './tolerant.ts'

/** Who owns an attribute: the platform and its users, both sides (desired settings), or the device (reported settings). */
export const AttributeScope = z.enum(['SERVER_SCOPE', 'SHARED_SCOPE', 'CLIENT_SCOPE'])
export type AttributeScope = z.infer<typeof AttributeScope>

/** Kinds of entity that have attributes and telemetry here. */
export type ValueOwnerType = 'DEVICE' | 'CUSTOMER' | 'ASSET'

/** A JSON value. A stored value keeps its JSON type over HTTP and MQTT; over the live socket every value is text. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** An attribute with the time of its last write, epoch milliseconds. */
export const Attribute = tolerantRow(
  'an attribute',
  z.object({ lastUpdateTs: z.number(), key: z.string(), value: z.unknown() }),
  { lastUpdateTs: numberOrZero },
)
export type Attribute = z.infer<typeof Attribute>

/** Attributes as the calls that read them return them. */
export const Attributes = tolerantRows('list', z.array(Attribute), Attribute)

/** Body of an attribute write: a JSON object. Keys that it does not contain keep their values. */
export const AttributeWrite = z.record(z.string(), z.unknown())

/** Attributes of the server scope that the platform itself keeps up to date. */
export const CONNECTIVITY_KEYS = {
  active: 'active',
  lastActivityTime: 'lastActivityTime',
  lastConnectTime: 'lastConnectTime',
  lastDisconnectTime: 'lastDisconnectTime',
  inactivityAlarmTime: 'inactivityAlarmTime',
  inactivityTimeout: 'inactivityTimeout',
} as const
/** Longest key of an attribute or of telemetry, characters. */
export const MAX_KEY_LENGTH = 255
