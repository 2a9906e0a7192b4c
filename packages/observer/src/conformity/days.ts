/** Local days, weeks and months of the city's time zone (R16). A day has 23 or 25 h where summer time begins or ends. */
import { isoDate } from '@greenwave/controller/isoTime'
import { timeZone, utcOfLocal } from '@greenwave/controller/timeZone'

export const DAY_MS = 86_400_000

/** A span of whole local days, epoch milliseconds, the end excluded. */
export interface DaySpan {
  readonly fromMs: number
  readonly untilMs: number
}

/** How long a report is. */
export type Period = 'day' | 'week' | 'month'

/** Returns the midnight with which the local day of a moment began, epoch milliseconds. */
export function midnightOf(ms: number): number {
  return utcOfLocal(localMidnight(ms))
}

/** Returns the midnight with which the local day of a moment ends, epoch milliseconds. */
export function nextMidnight(ms: number): number {
  return utcOfLocal(localMidnight(ms) + DAY_MS)
}

/** Returns the midnight of a date such as 2026-11-22, epoch milliseconds. */
export function midnightOfDate(date: string): number {
  return utcOfLocal(Date.parse(date))
}

/** Returns the local date of a moment, such as 2026-11-22. */
export function dateOf(ms: number): string {
  return isoDate(ms)
}

/** Returns the day, the week from Monday on, or the month that a moment is in. */
export function spanOf(period: Period, ms: number): DaySpan {
  const localMs = localMidnight(ms)
  const day = new Date(localMs)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  const mondayMs = localMs - ((day.getUTCDay() + 6) % 7) * DAY_MS
  const [from, until] = {
    day: [localMs, localMs + DAY_MS] as const,
    week: [mondayMs, mondayMs + 7 * DAY_MS] as const,
    month: [Date.UTC(year, month), Date.UTC(year, month + 1)] as const,
  }[period]
  return { fromMs: utcOfLocal(from), untilMs: utcOfLocal(until) }
}

/** Returns the midnights of a span, the oldest first. */
export function daysOf({ fromMs, untilMs }: DaySpan): readonly number[] {
  const days: number[] = []
  for (let dayMs = fromMs; dayMs < untilMs; dayMs = nextMidnight(dayMs)) days.push(dayMs)
  return days
}

/** Returns the midnight of the local day of a moment, written as if it were UTC, epoch milliseconds. */
function localMidnight(ms: number): number {
  return Math.floor((ms + timeZone().aheadMs(ms)) / DAY_MS) * DAY_MS
}
