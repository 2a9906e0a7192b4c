/** @file What tools ask a platform before they begin. */
import * as z from 'zod/mini'

/**
 * How many junctions of the demonstration are made, and of how many; 0 of 0 before that is known. `isPast`: all are there,
 * and these have their records of the time before the start.
 */
export const Preparation = z.looseObject({ done: z.number(), total: z.number(), isPast: z.optional(z.boolean()) })
export type Preparation = z.infer<typeof Preparation>

/** Letters of the sentence that everybody reads during maintenance. */
export const MAINTENANCE_LETTERS = 300

/** Stop of what people write, with a sentence for everybody and its end, epoch milliseconds. */
export const Maintenance = z.looseObject({ text: z.string(), until: z.number() })
export type Maintenance = z.infer<typeof Maintenance>

/** A part that does not work: a clause with the part as its subject, in English. */
const Trouble = z.looseObject({ part: z.string(), text: z.string() })

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
  /** Present while writing is stopped for maintenance. ThingsBoard has no such member. */
  maintenance: z.optional(Maintenance),
  /** Parts that do not work, for tenant administrators; left out while all work. ThingsBoard has no such member. */
  troubles: z.optional(z.array(Trouble)),
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
