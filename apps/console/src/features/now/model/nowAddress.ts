import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

/** The query parameters of /now. */
export const NowAddress = z.object({
  /** Which incidents are shown. */
  show: otherwise(z._default(z.enum(['open', 'acknowledged', 'past']), 'open'), 'open'),
  /** Only junctions of this level; left out for all. */
  level: otherwise(z.optional(z.literal([5, 4, 3, 2, 1])), undefined),
  /** The id of the junction whose incident is open beside the list; left out for none. */
  device: otherwise(z.optional(z.string()), undefined),
  /** Whether the list is grouped by customer; left out for the worst first. */
  group: otherwise(z.optional(z.literal('customer')), undefined),
})
/** The query parameters of /now, as read. */
export type NowAddress = z.infer<typeof NowAddress>
