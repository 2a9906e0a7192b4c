/** @file What tools ask of a platform before they begin. */
import * as z from 'zod/mini'

/** What answers at this address. */
export const SystemInfo = z.looseObject({
  version: z.string(),
  artifact: z.string(),
  name: z.string(),
  type: z.string(),
  /**
   * Only while the platform's clock says another time than what has passed since it was last right, and for tenant administrators:
   * how far it is ahead (below 0: behind), milliseconds, and the time that is believed. ThingsBoard has no such member.
   */
  clockTrouble: z.optional(z.looseObject({ byMs: z.number(), believed: z.number() })),
})

/** What this platform can do and what not, by the names that its family has for it. */
export const SystemParams = z.looseObject({
  userTokenAccessEnabled: z.boolean(),
  allowedDashboardIds: z.array(z.string()),
  edgesSupportEnabled: z.boolean(),
  hasRepository: z.boolean(),
  tbelEnabled: z.boolean(),
  persistDeviceStateToTelemetry: z.boolean(),
  maxDatapointsLimit: z.number(),
})
