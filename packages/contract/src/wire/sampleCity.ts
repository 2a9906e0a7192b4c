/** @file Messages between the program that makes the city of the demonstration and the platform's, about its past. */
import * as z from 'zod/mini'
import { AlarmSeverity } from './alarms.ts'

const Ms = z.int().check(z.nonnegative())

/** An alarm that was raised and cleared. Times are epoch milliseconds. */
const PastAlarm = z.object({
  id: z.uuid(),
  type: z.string(),
  severity: AlarmSeverity,
  raised: Ms,
  /** When its condition began. */
  began: Ms,
  cleared: Ms,
  details: z.record(z.string(), z.unknown()),
  /** When a user acknowledged it, and what the user wrote. */
  acknowledged: z.optional(Ms),
  comments: z.array(z.object({ id: z.uuid(), at: Ms, text: z.string() })),
})
export type PastAlarm = z.infer<typeof PastAlarm>

/** Records of one device or asset: telemetry as the text of a body that writes it, and alarms. */
export const PastPart = z.object({
  owner: z.object({ entityType: z.enum(['DEVICE', 'ASSET']), id: z.string() }),
  /** The user who acted. */
  userId: z.string(),
  values: z.string(),
  alarms: z.array(PastAlarm),
})
export type PastPart = z.infer<typeof PastPart>

/** Answer when a part is on disk: the next one may come. */
export const PART_TAKEN = { taken: true } as const
