/** @file What tools ask a platform before they begin. */
import * as z from 'zod/mini'

/**
 * How many junctions of the demonstration are made, and of how many; 0 of 0 before that is known. `isPast`: all are there,
 * and these have their records of the time before the start.
 */
export const Preparation = z.looseObject({ done: z.number(), total: z.number(), isPast: z.optional(z.boolean()) })
export type Preparation = z.infer<typeof Preparation>

/** Product that runs at this address. */
export const SystemInfo = z.looseObject({
  version: z.string(),
  artifact: z.string(),
  name: z.string(),
  type: z.string(),
  /**
   * How far the platform's clock is ahead (below 0: behind), milliseconds, and the time that the platform believes
   * instead. Present only for tenant administrators, while the clock disagrees with the time that has passed since it
   * was last right. ThingsBoard has no such member.
   */
  clockTrouble: z.optional(z.looseObject({ byMs: z.number(), believed: z.number() })),
  /** Present while the demonstration is being prepared. ThingsBoard has no such member. */
  preparation: z.optional(Preparation),
  /** In the demonstration: records from before this time were made for it, epoch milliseconds. ThingsBoard has no such member. */
  madeBefore: z.optional(z.number()),
})

/** Capabilities of this platform, by ThingsBoard's names. */
export const SystemParams = z.looseObject({
  userTokenAccessEnabled: z.boolean(),
  allowedDashboardIds: z.array(z.string()),
  edgesSupportEnabled: z.boolean(),
  hasRepository: z.boolean(),
  tbelEnabled: z.boolean(),
  persistDeviceStateToTelemetry: z.boolean(),
  maxDatapointsLimit: z.number(),
})
