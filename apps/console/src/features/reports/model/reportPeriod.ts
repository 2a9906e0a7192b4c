import { dateOf, midnightOfDate, type Period, spanOf } from '@greenwave/observer/conformity/days'
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

/** Returns a date such as 2026-11-22 as 22/11/2026, as dates are in every language of the console. */
export function dateText(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day}/${month}/${year}`
}
