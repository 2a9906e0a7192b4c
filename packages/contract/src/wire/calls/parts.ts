/** Parts that calls of several resources share. */
import * as z from 'zod/mini'
import { Uuid } from '../ids.ts'

export const deviceId = z.object({ deviceId: Uuid })
export const assetId = z.object({ assetId: Uuid })
export const customerId = z.object({ customerId: Uuid })
export const userId = z.object({ userId: Uuid })
export const alarmId = z.object({ alarmId: Uuid })
export const entity = z.object({ entityType: z.string(), entityId: Uuid })
export const entityScope = z.object({ entityType: z.string(), entityId: Uuid, scope: z.string() })
export const text = z.optional(z.string())
export const texts = z.optional(z.union([z.string(), z.array(z.string())]))
/** The keys of values that are read or deleted. */
export const KeysQuery = z.object({ keys: texts, key: texts })
/** The beginning of the paths of attributes and telemetry. */
export const VALUES_PATH = '/api/plugins/telemetry/:entityType/:entityId'
