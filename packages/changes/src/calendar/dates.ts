/** Dates as days since 1970, and local times as minutes since then, as if they were UTC. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
export const MINUTES_PER_DAY = 1440

/** Returns the day of a date such as 2026-11-28, days since 1970. */
export function dayOfDate(date: string): number {
  return Date.parse(`${date}T00:00Z`) / DAY_MS
}

/** Returns the date of a day. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the local minute of a text such as 2026-11-28T18:00. */
export function parseLocalMinute(text: string): number {
  return Date.parse(`${text}Z`) / MINUTE_MS
}

/** Returns a local minute as 2026-11-28T18:00. */
export function formatLocalMinute(minute: number): string {
  return new Date(minute * MINUTE_MS).toISOString().slice(0, 16)
}

/** Returns the day of a month, days since 1970; of one past its end its last day. */
export function dayOfMonth(year: number, month: number, day: number): number {
  return Math.min(Date.UTC(year, month - 1, day), Date.UTC(year, month, 0)) / DAY_MS
}

/** Returns the weekday of a day: 1 Monday to 7 Sunday. 1 January 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** Returns the days of a year, in order. */
export function daysOfYear(year: number): readonly number[] {
  const [first, end] = [dayOfMonth(year, 1, 1), dayOfMonth(year + 1, 1, 1)]
  return Array.from({ length: end - first }, (_, nth) => first + nth)
}
