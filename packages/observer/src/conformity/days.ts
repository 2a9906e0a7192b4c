/** Local days, weeks and months of the controllers' zone (R16), which has no daylight saving. */
import { LOCAL_AHEAD_MINUTES, localTimeAt } from '@greenwave/controller/deviceClock'

export const DAY_MS = 86_400_000
const AHEAD_MS = LOCAL_AHEAD_MINUTES * 60_000

/** A span of whole local days, epoch milliseconds, the end excluded. */
export interface DaySpan {
  readonly fromMs: number
  readonly untilMs: number
}

/** How long a report is. */
export type Period = 'day' | 'week' | 'month'

/** Returns the midnight with which the local day of a moment began, epoch milliseconds. */
export function midnightOf(ms: number): number {
  return Math.floor((ms + AHEAD_MS) / DAY_MS) * DAY_MS - AHEAD_MS
}

/** Returns the midnight of a date such as 2026-11-22, epoch milliseconds. */
export function midnightOfDate(date: string): number {
  return Date.parse(date) - AHEAD_MS
}

/** Returns the local date of a moment, such as 2026-11-22. */
export function dateOf(ms: number): string {
  return new Date(ms + AHEAD_MS).toISOString().slice(0, 10)
}

/** Returns the day, the week from Monday on, or the month that a moment is in. */
export function spanOf(period: Period, ms: number): DaySpan {
  const dayMs = midnightOf(ms)
  if (period === 'day') return { fromMs: dayMs, untilMs: dayMs + DAY_MS }
  const { year, month, day } = localTimeAt(ms)
  if (period === 'month') return { fromMs: monthBegin(year, month), untilMs: monthBegin(year, month + 1) }
  const afterMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  const fromMs = dayMs - afterMonday * DAY_MS
  return { fromMs, untilMs: fromMs + 7 * DAY_MS }
}

/** Returns the midnights of a span, the oldest first. */
export function daysOf({ fromMs, untilMs }: DaySpan): readonly number[] {
  return Array.from({ length: Math.max(0, Math.round((untilMs - fromMs) / DAY_MS)) }, (_, nth) => fromMs + nth * DAY_MS)
}

function monthBegin(year: number, month: number): number {
  return Date.UTC(year, month - 1, 1) - AHEAD_MS
}
