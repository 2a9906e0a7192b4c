import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

/** In an address, text that consists of digits is parsed as a number. */
const Text = z.pipe(z.union([z.string(), z.number()]), z.transform(String))
const Id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i))
const Day = z.iso.date()

/**
 * The query parameters of the past incidents. People type addresses and keep them as bookmarks, so an invalid value
 * counts as none. Days are those of the city.
 */
export const PastAddress = z.object({
  /** The type of alarm, such as `Dark`. */
  kind: otherwise(z.optional(Text), undefined),
  severity: otherwise(z.optional(z.enum(['danger', 'fault', 'deviation'])), undefined),
  /** The id of a device. */
  junction: otherwise(z.optional(Id), undefined),
  /** The id of a customer. */
  customer: otherwise(z.optional(Id), undefined),
  /** The first and the last day, such as 2026-11-22. */
  from: otherwise(z.optional(Day), undefined),
  to: otherwise(z.optional(Day), undefined),
  /** Counted from zero. */
  page: otherwise(z._default(z.int().check(z.minimum(0)), 0), 0),
})
export type PastAddress = z.infer<typeof PastAddress>
