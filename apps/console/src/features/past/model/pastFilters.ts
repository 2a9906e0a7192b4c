import type { PastFilters } from '../../../data/queries/pastIncidents.ts'
import type { PastAddress } from './pastAddress.ts'

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
