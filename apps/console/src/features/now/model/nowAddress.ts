import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'
import type { WrongLevel } from '../../../data/fleet/worstFirst.ts'

/** The query parameters of /now. */
export const NowAddress = z.object({
  /** Which incidents are shown. */
  show: otherwise(z._default(z.enum(['open', 'acknowledged', 'past']), 'open'), 'open'),
  /** Only junctions of this level; left out for all. */
  level: otherwise(z.optional(z.literal([5, 4, 3, 2, 1])), undefined),
})
/** The query parameters of /now, as read. */
export type NowAddress = z.infer<typeof NowAddress>

/** The name of each level, in texts. */
export const LEVEL_NAMES = {
  5: 'danger',
  4: 'fault',
  3: 'deviation',
  2: 'hold',
  1: 'muted',
} as const satisfies Readonly<Record<WrongLevel, string>>
