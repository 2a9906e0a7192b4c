/** The controller's own clock: six whole numbers in the city's time zone. */

import {
  DAY_RANGE,
  HOUR_RANGE,
  isWholeWithin,
  MINUTE_RANGE,
  MONTH_RANGE,
  SECOND_RANGE,
  SECONDS_PER_DAY,
  YEAR_RANGE,
} from './controllerLimits.ts'
import { parseInteger } from './integer.ts'
import { CLOCK_KEYS, type ClockKey } from './keys.ts'
import type { TimedValues } from './timedValue.ts'
import { timeZone, utcOfLocal } from './timeZone.ts'

/** A local time with a resolution of one second. */
export interface DeviceTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** A reported clock and its time. */
export interface DeviceClockReading {
  readonly time: DeviceTime
  /** When it was taken, milliseconds; null if the six fields have different timestamps and may not belong together. */
  readonly ts: number | null
}

/**
 * (R16) Returns the clock that a controller reports, six telemetry values of one sample. Returns null if a field is
 * missing or no number, or if the date does not exist.
 */
export function parseDeviceClock(latest: TimedValues): DeviceClockReading | null {
  const time = deviceTimeFrom((key) => latest[key]?.value)
  if (!time || !timeExists(time)) return null
  const timestamps = CLOCK_KEYS.map((key) => latest[key]?.ts ?? 0)
  const ts = timestamps[0] ?? 0
  return { time, ts: timestamps.every((other) => other === ts) ? ts : null }
}

/** Returns the time of six fields; null if one of them is no whole number. Does not check that the time exists. */
export function deviceTimeFrom(field: (key: ClockKey) => unknown): DeviceTime | null {
  const year = parseInteger(field('Year'))
  const month = parseInteger(field('Month'))
  const day = parseInteger(field('Day'))
  const hour = parseInteger(field('Hour'))
  const minute = parseInteger(field('Minute'))
  const second = parseInteger(field('Second'))
  if (year === undefined || month === undefined || day === undefined) return null
  if (hour === undefined || minute === undefined || second === undefined) return null
  return { year, month, day, hour, minute, second }
}

/** Returns whether every field is in the specification's range and the date is in the calendar. */
export function timeExists(time: DeviceTime): boolean {
  return (
    isWholeWithin(time.hour, HOUR_RANGE) &&
    isWholeWithin(time.minute, MINUTE_RANGE) &&
    isWholeWithin(time.second, SECOND_RANGE) &&
    isWholeWithin(time.day, DAY_RANGE) &&
    dateExists(time.year, time.month, time.day)
  )
}

/** Returns whether a day is in the calendar, years 2000 to 2100. */
export function dateExists(year: number, month: number, day: number): boolean {
  if (!isWholeWithin(year, YEAR_RANGE) || !isWholeWithin(month, MONTH_RANGE) || !Number.isInteger(day)) return false
  return day >= 1 && day <= daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Returns the local time of controllers at a UTC time in milliseconds. */
export function localTimeAt(utcMs: number): DeviceTime {
  const local = new Date(utcMs + timeZone().aheadMs(utcMs))
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  }
}

/**
 * Returns the instant at which clocks show a local time, epoch milliseconds. In the hour that summer time ends with there
 * are two: the one closer to `nearMs`, else the earlier.
 */
export function utcOf({ year, month, day, hour, minute, second }: DeviceTime, nearMs?: number): number {
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second)
  return utcOfLocal(localMs, nearMs === undefined ? {} : { nearMs })
}

/** (R8) Returns the seconds since local midnight as a clock shows them, whether or not clocks changed since. */
export function secondsOfDay(time: Pick<DeviceTime, 'hour' | 'minute' | 'second'>): number {
  return time.hour * 3600 + time.minute * 60 + time.second
}

/** (R8) Returns the seconds of the day that a right clock shows at an instant, epoch milliseconds. */
export function secondOfDayAt(utcMs: number): number {
  const second = Math.floor((utcMs + timeZone().aheadMs(utcMs)) / 1000) % SECONDS_PER_DAY
  return second < 0 ? second + SECONDS_PER_DAY : second
}

/**
 * Returns how far a controller's clock is ahead (negative: behind), in whole seconds. `atMs` is the platform's time of
 * the sample. A clock that shows second s is somewhere in [s, s + 1), so the drift lies in a range of one second. The
 * result is the whole number within it, so that a correct clock has a drift of 0 at every moment of the second.
 */
export function clockDriftSeconds(time: DeviceTime, atMs: number): number {
  return driftSeconds(utcOf(time, atMs), atMs)
}

/** Returns the same for a clock that is given as UTC epoch milliseconds. */
export function driftSeconds(clockMs: number, atMs: number): number {
  return Math.ceil((clockMs - atMs) / 1000) + 0
}

/** Returns how bad a drift is: a warning above 2 s, an alarm above 5 s. */
export function driftLevel(driftSeconds: number): 'ok' | 'warning' | 'alarm' {
  const size = Math.abs(driftSeconds)
  return size > 5 ? 'alarm' : size > 2 ? 'warning' : 'ok'
}
