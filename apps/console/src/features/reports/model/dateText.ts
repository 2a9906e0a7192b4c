import { dateOf } from '@greenwave/observer/conformity/days'
import { localTimeAt } from '@greenwave/controller/deviceClock'

/** Returns a date such as 2026-11-22 as 22/11/2026, as dates are in every language of the console. */
export function dateText(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day}/${month}/${year}`
}

/** Returns a moment, epoch milliseconds, as 07:16:22 of the controllers' zone. */
export function clockText(ms: number): string {
  const { hour, minute, second } = localTimeAt(ms)
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Returns a moment, epoch milliseconds, as 22/11/2026, 07:16:22 of the controllers' zone. */
export function momentText(ms: number): string {
  return `${dateText(dateOf(ms))}, ${clockText(ms)}`
}
