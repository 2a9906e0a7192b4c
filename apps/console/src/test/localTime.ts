import { DEFAULT_TIME_ZONE, timeZoneOf, utcOfLocal } from '@greenwave/controller/timeZone'

const zone = timeZoneOf(DEFAULT_TIME_ZONE)

/** Returns the instant of a local time of the default city, epoch milliseconds; months count from 0. */
export function cityMs(...parts: [year: number, month: number, day: number, ...time: number[]]): number {
  return utcOfLocal(Date.UTC(...parts), { zone })
}

/** Returns the time of day of an instant in the default city: 07:16:22. */
export function localClock(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB', { timeZone: zone.name })
}

/** Returns the day of an instant there: 22/11/2026. */
export function localDay(ms: number): string {
  return new Date(ms).toLocaleDateString('en-GB', { timeZone: zone.name })
}
