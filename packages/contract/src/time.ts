import * as z from 'zod/mini'

/** Latest time that a date can show, epoch milliseconds (ECMAScript: 100,000,000 days after 1970). */
export const LATEST_TIME_MS = 8.64e15

/** A time as rows and records hold it, epoch milliseconds. */
export const Time = z.int().check(z.nonnegative(), z.lte(LATEST_TIME_MS))

/** Returns whether a date can show a time, epoch milliseconds. */
export function isShowable(ms: number): boolean {
  return Math.abs(ms) <= LATEST_TIME_MS
}
