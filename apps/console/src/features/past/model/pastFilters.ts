import { midnightOfDate, nextMidnight } from '@greenwave/observer/conformity/days'
import type { PastFilters } from '../../../data/queries/pastIncidents.ts'
import type { PastAddress } from './pastAddress.ts'

/** Returns by what the platform filters. */
export function filtersOf({ kind, severity, junction, customer, from, to }: PastAddress): PastFilters {
  return {
    kind,
    level: severity,
    junction,
    customer,
    fromMs: from === undefined ? undefined : midnightOfDate(from),
    toMs: to === undefined ? undefined : nextMidnight(midnightOfDate(to)) - 1,
  }
}

/** Returns whether the address filters by anything. */
export function isFiltered({ kind, severity, junction, customer, from, to }: PastAddress): boolean {
  return [kind, severity, junction, customer, from, to].some((value) => value !== undefined)
}
