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
} from '../controllerLimits.ts'
import { parseNumber } from '../integer.ts'
import { type ClockKey, isCoordinateKey, LATITUDE_KEY, LONGITUDE_KEY } from '../keys.ts'
import { type Finding, found } from './finding.ts'

/** (V1) Returns the finding for the value of a key with a range; null if the value is valid. */
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

/** The ranges of values of a device that are no settings of its controller: its clock and its location. */
export const RANGES_BESIDE_SETTINGS: ReadonlyMap<string, Range> = new Map([
  ...Object.entries(CLOCK_RANGES),
  [LATITUDE_KEY, LATITUDE_RANGE],
  [LONGITUDE_KEY, LONGITUDE_RANGE],
])

/** (V1) Returns the findings for values of a clock or a location, by key. */
export function checkBesideSettings(values: Readonly<Record<string, unknown>>): Finding[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const range = RANGES_BESIDE_SETTINGS.get(key)
    return (range && checkRange(key, value, range)) ?? []
  })
}

const LONGEST_SHOWN = 40

/** Returns any JSON value as a short text on one line, for use in a sentence; '' for a missing value. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  // A line break would turn one finding into two lines, and a terminal executes control characters.
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/[\s\p{C}]+/gu, ' ')
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
