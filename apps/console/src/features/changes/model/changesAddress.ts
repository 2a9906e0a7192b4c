import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

/** In an address, text that consists of digits is parsed as a number. */
const Text = z.pipe(z.union([z.string().check(z.maxLength(255)), z.number()]), z.transform(String))
const Id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i))
const Day = z.iso.date()

/**
 * The query parameters of the changes. People keep addresses as bookmarks, so an invalid value counts as none. Days are
 * those of the city.
 */
export const ChangesAddress = z.object({
  /** The id of a device. */
  junction: otherwise(z.optional(Id), undefined),
  /** The id of a customer. */
  customer: otherwise(z.optional(Id), undefined),
  /** Part of the name of a person. */
  person: otherwise(z.optional(Text), undefined),
  /** One of `CHANGE_KINDS`, which the page checks: the table of settings is no part of the first files. */
  kind: otherwise(z.optional(z.string().check(z.regex(/^[a-z]{1,40}$/i))), undefined),
  /** The first and the last day, such as 2026-11-22. */
  from: otherwise(z.optional(Day), undefined),
  to: otherwise(z.optional(Day), undefined),
})
export type ChangesAddress = z.infer<typeof ChangesAddress>
