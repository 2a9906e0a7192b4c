/** Matching of incidents with a user's rules, and their times. */
import type { NotifyRules } from './notify.ts'

/** Facts of an incident that rules compare. */
export interface NotifiedIncident {
  /** 5 danger, 4 fault, 3 deviation. */
  readonly level: number
  /** The customer of the junction; null for none. */
  readonly customerId: string | null
}

/** Returns whether a user's rules include such an incident at all. */
export function wantsIncident({ least, customers }: NotifyRules, { level, customerId }: NotifiedIncident): boolean {
  return level >= least && (customers.length === 0 || (customerId !== null && customers.includes(customerId)))
}

/**
 * Returns whether a user wants messages at a moment. A time that goes over midnight belongs to the day on which it
 * begins. Clocks that are put forward or back change nothing: what counts is what the user's clock shows.
 */
export function wantsMessagesAt({ days, from, to, timeZone }: NotifyRules, nowMs: number): boolean {
  const { day, minute } = localTime(timeZone, nowMs)
  const includes = (weekday: number): boolean => days.some((one) => one === weekday)
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  if (begin === end) return includes(day)
  if (begin < end) return includes(day) && minute >= begin && minute < end
  return minute >= begin ? includes(day) : minute < end && includes(day === 1 ? 7 : day - 1)
}

const SHORT_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns the day of the week (1 is Monday) and the minute of the day that a clock of a time zone shows. */
function localTime(timeZone: string, nowMs: number): { readonly day: number; readonly minute: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).formatToParts(nowMs)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return { day: SHORT_DAYS.indexOf(part('weekday')) + 1, minute: Number(part('hour')) * 60 + Number(part('minute')) }
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
