import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

const Id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i))

/** By what the junctions of a report can be sorted; `worst` is the order of the report itself. */
const SORTS = [
  'worst',
  'name',
  'asProgrammed',
  'greens',
  'cycleLength',
  'position',
  'plansOnTime',
  'missing',
  'available',
  'incidents',
  'acknowledge',
  'clear',
] as const
export type ReportSort = (typeof SORTS)[number]

/**
 * The query parameters of a report. People keep addresses as bookmarks, so an invalid value counts as none. Days are
 * those of the controllers.
 */
export const ReportAddress = z.object({
  period: otherwise(z._default(z.enum(['day', 'week', 'month']), 'month'), 'month'),
  /** Any day of the period, such as 2026-11-22; none: today. */
  day: otherwise(z.optional(z.iso.date()), undefined),
  /** The id of a device. */
  junction: otherwise(z.optional(Id), undefined),
  /** The id of a customer. */
  customer: otherwise(z.optional(Id), undefined),
  /** The id of a corridor. */
  corridor: otherwise(z.optional(Id), undefined),
  /** Name of the only kind of day that counts. */
  kind: otherwise(z.optional(z.string().check(z.minLength(1), z.maxLength(255))), undefined),
  sort: otherwise(z._default(z.enum(SORTS), 'worst'), 'worst'),
  order: otherwise(z._default(z.enum(['ASC', 'DESC']), 'ASC'), 'ASC'),
  /** Counted from zero. */
  page: otherwise(z._default(z.int().check(z.minimum(0)), 0), 0),
})
export type ReportAddress = z.infer<typeof ReportAddress>
