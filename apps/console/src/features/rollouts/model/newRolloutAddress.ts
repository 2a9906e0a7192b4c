import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

const Id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i))

/** When a mode ends, by the name of its text. */
export const ENDS = ['m15', 'm60', 'm240', 'plan', 'never'] as const
export type ModeEnd = (typeof ENDS)[number]

/** The query parameters of a new change of many junctions; an invalid value counts as none. */
export const NewRolloutAddress = z.object({
  task: otherwise(z._default(z.enum(['settings', 'values', 'mode', 'clock']), 'settings'), 'settings'),
  /** The id of the device that is copied, and its parts by name, with commas. */
  from: otherwise(z.optional(Id), undefined),
  parts: otherwise(z.optional(z.string().check(z.maxLength(100))), undefined),
  /** Changes of single values, as `editsText` writes them. */
  edits: otherwise(z.optional(z.string().check(z.maxLength(300))), undefined),
  mode: otherwise(z._default(z.int().check(z.minimum(0), z.maximum(4)), 0), 0),
  end: otherwise(z._default(z.enum(ENDS), 'm60'), 'm60'),
  groupSize: otherwise(z._default(z.int().check(z.minimum(1), z.maximum(100)), 10), 10),
  stopAfter: otherwise(z._default(z.int().check(z.minimum(1), z.maximum(500)), 1), 1),
})
export type NewRolloutAddress = z.infer<typeof NewRolloutAddress>
