import { parseNumber } from '../integer.ts'
import { type ClockKey, isCoordinateKey, LATITUDE_KEY, LONGITUDE_KEY } from '../keys.ts'
import {
  DAY_RANGE,
  HOUR_RANGE,
  LATITUDE_RANGE,
  LONGITUDE_RANGE,
  MINUTE_RANGE,
  MONTH_RANGE,
  type Range,
  SECOND_RANGE,
  YEAR_RANGE,
} from '../limits.ts'
import { type Finding, found } from './finding.ts'
import { shownValue } from './shownValue.ts'

/** (V1) Returns what is wrong with the value of a key that has a range; null for nothing. */
export function checkRange(key: string, value: unknown, range: Range): Finding | null {
  const number = parseNumber(value)
  if (number === undefined) return found('notANumber', key, { value: shownValue(value) })
  if (!isCoordinateKey(key) && !Number.isInteger(number)) return found('notWhole', key, { value: number })
  if (number >= range.min && number <= range.max) return null
  return number < range.min && range.max === Number.MAX_SAFE_INTEGER
    ? found('belowMinimum', key, { value: number, min: range.min })
    : found('outOfRange', key, { value: number, min: range.min, max: range.max })
}

const CLOCK_RANGES: Readonly<Record<ClockKey, Range>> = {
  Year: YEAR_RANGE,
  Month: MONTH_RANGE,
  Day: DAY_RANGE,
  Hour: HOUR_RANGE,
  Minute: MINUTE_RANGE,
  Second: SECOND_RANGE,
}

/** The ranges of what is kept of a device and is no setting of its controller: its clock and its place. */
export const RANGES_BESIDE_SETTINGS: ReadonlyMap<string, Range> = new Map([
  ...Object.entries(CLOCK_RANGES),
  [LATITUDE_KEY, LATITUDE_RANGE],
  [LONGITUDE_KEY, LONGITUDE_RANGE],
])

/** (V1) Returns what is wrong with values of a clock or a place, by key. */
export function checkBesideSettings(values: Readonly<Record<string, unknown>>): Finding[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const range = RANGES_BESIDE_SETTINGS.get(key)
    return (range && checkRange(key, value, range)) ?? []
  })
}
