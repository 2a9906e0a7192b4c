import type { PastFilters } from '../../../data/queries/pastIncidents.ts'
import { beginOfDay, endOfDay } from '../../../shared/days.ts'
import type { PastAddress } from './pastAddress.ts'

/** Returns by what the platform filters. */
export function filtersOf({ kind, severity, junction, customer, from, to }: PastAddress): PastFilters {
  return {
    kind,
    level: severity,
    junction,
    customer,
    fromMs: from === undefined ? undefined : beginOfDay(from),
    toMs: to === undefined ? undefined : endOfDay(to),
  }
}

/** Returns whether the address filters by anything. */
export function isFiltered({ kind, severity, junction, customer, from, to }: PastAddress): boolean {
  return [kind, severity, junction, customer, from, to].some((value) => value !== undefined)
}
