import * as z from 'zod/mini'

/** Latest time that a date can show, epoch milliseconds (ECMAScript: 100,000,000 days after 1970). */
export const LATEST_TIME_MS = 8.64e15

/** A time as rows and records hold it, epoch milliseconds. */
export const Time = z.int().check(z.nonnegative(), z.lte(LATEST_TIME_MS))

/** Returns whether a date can show a time, epoch milliseconds. */
export function isShowable(ms: number): boolean {
  return Math.abs(ms) <= LATEST_TIME_MS
}

/** How to give a time zone. */
export const TIME_ZONE_FORM = 'give the name of a time zone, such as Asia/Ho_Chi_Minh or Europe/Berlin'

/** Returns whether this machine knows a time zone. Offsets such as +07:00 are none: they have no summer time. */
export function isTimeZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
