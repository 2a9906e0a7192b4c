import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'
import type { PastFilters } from '../../../data/queries/pastIncidents.ts'

/** In an address, text that consists of digits is parsed as a number. */
const Text = z.pipe(z.union([z.string(), z.number()]), z.transform(String))
const Id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i))
const Day = z.iso.date()

/**
 * The query parameters of the past incidents. People type addresses and keep them as bookmarks, so an invalid value
 * counts as none. Days are those of this computer's time zone.
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

/** Returns by what the platform filters. */
export function filtersOf({ kind, severity, junction, customer, from, to }: PastAddress): PastFilters {
  const beginOf = (day: string) => new Date(`${day}T00:00:00`)
  const endMs = (day: string) => {
    const begin = beginOf(day)
    // A day on which clocks are changed has another length.
    return new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + 1).getTime() - 1
  }
  return {
    kind,
    level: severity,
    junction,
    customer,
    fromMs: from === undefined ? undefined : beginOf(from).getTime(),
    toMs: to === undefined ? undefined : endMs(to),
  }
}

/** Returns whether the address filters by anything. */
export function isFiltered({ kind, severity, junction, customer, from, to }: PastAddress): boolean {
  return [kind, severity, junction, customer, from, to].some((value) => value !== undefined)
}

/** Returns the day of a time (epoch milliseconds) in this computer's zone, such as 2026-11-22. */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
