/** @file What tools ask of a platform before they begin. */
import * as z from 'zod/mini'

/** What answers at this address. */
export const SystemInfo = z.looseObject({
  version: z.string(),
  artifact: z.string(),
  name: z.string(),
  type: z.string(),
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
