import { writeDeviceTime } from '../attributes.ts'
import { type DeviceTime, dateExists, utcOf } from '../deviceClock.ts'
import { type Finding, found, hasErrors } from './finding.ts'
import { checkBesideSettings } from './ranges.ts'

/** Seconds. */
const FARTHEST_FROM_SERVER = 60

/**
 * (V9) Finds a date that does not exist, and a time more than 60 s from the server's. `serverMs` is the platform's
 * time.
 */
export function checkDeviceTime(time: DeviceTime, serverMs: number): Finding[] {
  const errors = [...checkBesideSettings(writeDeviceTime(time)), ...checkDate(time)]
  if (errors.length > 0) return errors
  const value = Math.round((utcOf(time, serverMs) - serverMs) / 1000) + 0
  return Math.abs(value) > FARTHEST_FROM_SERVER
    ? [found('timeFarFromServer', 'Second', { value, limit: FARTHEST_FROM_SERVER })]
    : []
}

/** (V9) Finds a day within its range that the calendar does not have: 31 February. */
export function checkDate({ day, month, year }: Pick<DeviceTime, 'day' | 'month' | 'year'>): Finding[] {
  if (hasErrors(checkBesideSettings({ Day: day, Month: month, Year: year })) || dateExists(year, month, day)) return []
  return [found('dateDoesNotExist', 'Day', { day, month, year })]
}
