import { dateOf } from '@greenwave/observer/conformity/days'
import { cityClockText } from '../../../shared/deviceTimeText.ts'

/** Returns a date such as 2026-11-22 as 22/11/2026, as dates are in every language of the console. */
export function dateText(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day}/${month}/${year}`
}

/** Returns a moment, epoch milliseconds, as 22/11/2026, 07:16:22 of the city's time zone. */
export function momentText(ms: number): string {
  return `${dateText(dateOf(ms))}, ${cityClockText(ms)}`
}
