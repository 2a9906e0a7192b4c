/**
 * The time zone of the city, in which its controllers keep their clocks (R16). A program sets it once, at its start; days,
 * plans, exports and virtual controllers then follow it.
 */

/** A time zone of the IANA database. */
export interface TimeZone {
  /** Such as `Asia/Ho_Chi_Minh`. */
  readonly name: string
  /** Returns by how much local time is ahead of UTC at an instant, milliseconds. Both are epoch milliseconds. */
  readonly aheadMs: (utcMs: number) => number
}

/** The zone of a city that sets none; it has no summer time. */
export const DEFAULT_TIME_ZONE = 'Asia/Ho_Chi_Minh'

/** Zones change their offset at multiples of this, milliseconds. */
const STEP_MS = 900_000
/** Offsets that a zone keeps: ten days of steps. */
const MOST_KEPT = 1000
const DAY_MS = 86_400_000
/** Latest instant that a `Date` can hold, epoch milliseconds. */
const LATEST_MS = 8.64e15

let city = timeZoneOf(DEFAULT_TIME_ZONE)

/** Sets the city's time zone. Throws RangeError for a name that this machine does not know. */
export function setTimeZone(name: string): void {
  city = timeZoneOf(name)
}

/** Returns the city's time zone. */
export function timeZone(): TimeZone {
  return city
}

/** Creates a time zone by its name. Throws RangeError for a name that this machine does not know. */
export function timeZoneOf(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' })
  const kept = new Map<number, number>()
  let [lastStep, lastAheadMs] = [Number.NaN, 0]
  return {
    name,
    aheadMs(utcMs) {
      const step = Math.floor((Math.abs(utcMs) <= LATEST_MS ? utcMs : LATEST_MS) / STEP_MS)
      if (step === lastStep) return lastAheadMs
      if (kept.size >= MOST_KEPT) kept.clear()
      lastAheadMs = kept.get(step) ?? offsetIn(format.formatToParts(step * STEP_MS))
      lastStep = step
      kept.set(step, lastAheadMs)
      return lastAheadMs
    },
  }
}

/** Returns the offset in the parts of a date, such as GMT+07:00 or GMT, milliseconds. */
function offsetIn(parts: readonly Intl.DateTimeFormatPart[]): number {
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? []
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}

/**
 * Returns the instant at which clocks of a zone show a local time. Of the two instants in the hour that summer time ends
 * with, it is the one closer to `nearMs`, else the earlier. A time that clocks skip counts on from the change.
 *
 * @param localMs the local time, written as if it were UTC, epoch milliseconds
 */
export function utcOfLocal(
  localMs: number,
  { nearMs, zone = city }: { nearMs?: number; zone?: TimeZone } = {},
): number {
  const dayBefore = localMs - zone.aheadMs(localMs - DAY_MS)
  const dayAfter = localMs - zone.aheadMs(localMs + DAY_MS)
  if (dayBefore === dayAfter) return dayBefore
  const [earlier, later] = dayBefore < dayAfter ? [dayBefore, dayAfter] : [dayAfter, dayBefore]
  const fits = [earlier, later].filter((ms) => ms + zone.aheadMs(ms) === localMs)
  if (fits.length === 1) return fits[0] ?? earlier
  if (nearMs !== undefined) return Math.abs(nearMs - earlier) <= Math.abs(nearMs - later) ? earlier : later
  return fits.length === 2 ? earlier : later
}

/** Returns the first instant in a span at which local time jumps, epoch milliseconds; null for none. */
export function nextZoneChange(fromMs: number, untilMs: number, zone: TimeZone = city): number | null {
  const before = zone.aheadMs(fromMs)
  if (zone.aheadMs(untilMs) === before) return null
  let [low, high] = [Math.floor(fromMs / STEP_MS), Math.floor(untilMs / STEP_MS)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.aheadMs(middle * STEP_MS) === before) low = middle
    else high = middle
  }
  return high * STEP_MS
}
