import { type DaySpan, dateOf, daysOf, midnightOfDate, type Period, spanOf } from '@greenwave/observer/conformity/days'
import type { ReportAddress } from './reportAddress.ts'

/** Returns a moment of the period that an address names; `nowMs` if it names none. */
export function momentOf({ day }: Pick<ReportAddress, 'day'>, nowMs: number): number {
  return day === undefined ? nowMs : midnightOfDate(day)
}

/** Returns a day of the period before and of the one after; none after the one that runs. */
export function neighbours(period: Period, atMs: number, nowMs: number): { before: string; after: string | undefined } {
  const { fromMs, untilMs } = spanOf(period, atMs)
  return { before: dateOf(fromMs - 1), after: untilMs > nowMs ? undefined : dateOf(untilMs) }
}

/**
 * Returns the period before that of an instant. Where that one still runs, the earlier one ends after as many days as
 * have begun, so that both can be compared.
 */
export function earlierSpan(period: Period, atMs: number, nowMs: number): DaySpan {
  const span = spanOf(period, atMs)
  const earlier = spanOf(period, span.fromMs - 1)
  if (span.untilMs <= nowMs) return earlier
  const begun = daysOf(span).filter((dayMs) => dayMs <= nowMs).length
  return { fromMs: earlier.fromMs, untilMs: daysOf(earlier)[begun] ?? earlier.untilMs }
}

/** Returns a date such as 2026-11-22 as 22/11/2026, as dates are in every language of the console. */
export function dateText(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day}/${month}/${year}`
}
