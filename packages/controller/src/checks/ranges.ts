import { parseNumber } from '../integer.ts'
import {
  CLOCK_KEYS,
  type ClockKey,
  isCoordinateKey,
  LATITUDE_KEY,
  LONGITUDE_KEY,
  parseSettingKey,
  type SettingKeyParts,
} from '../keys.ts'
import {
  CLEARANCE_RANGE,
  DAY_RANGE,
  HOUR_RANGE,
  LATITUDE_RANGE,
  LONGITUDE_RANGE,
  MINUTE_RANGE,
  MONTH_RANGE,
  PLAN_PROGRAM_RANGE,
  PLAN_TOTAL_RANGE,
  PROGRAM_VALUE_RANGE,
  type Range,
  SECOND_RANGE,
  YEAR_RANGE,
} from '../limits.ts'
import { type Finding, found } from './finding.ts'
import { shownValue } from './shownValue.ts'

const ANY_WHOLE: Range = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

const CLOCK_RANGES: Readonly<Record<ClockKey, Range>> = {
  Year: YEAR_RANGE,
  Month: MONTH_RANGE,
  Day: DAY_RANGE,
  Hour: HOUR_RANGE,
  Minute: MINUTE_RANGE,
  Second: SECOND_RANGE,
}

/** (V1) Whether one value keeps to the specification's range of its key; null when it does or no range is known. */
export function checkValue(key: string, value: unknown): Finding | null {
  const range = rangeOf(key)
  if (!range) return null
  const number = parseNumber(value)
  if (number === undefined) return found('notANumber', key, { value: shownValue(value) })
  if (!isCoordinateKey(key) && !Number.isInteger(number)) return found('notWhole', key, { value: number })
  if (number >= range.min && number <= range.max) return null
  return number < range.min && range.max === Number.MAX_SAFE_INTEGER
    ? found('belowMinimum', key, { value: number, min: range.min })
    : found('outOfRange', key, { value: number, min: range.min, max: range.max })
}

/** (V1) The same for several values by key. */
export function checkValues(values: Readonly<Record<string, unknown>>): Finding[] {
  return Object.entries(values).flatMap(([key, value]) => checkValue(key, value) ?? [])
}

/** The specification's range of a key; undefined for a key that has none. */
export function rangeOf(key: string): Range | undefined {
  if (key === LATITUDE_KEY) return LATITUDE_RANGE
  if (key === LONGITUDE_KEY) return LONGITUDE_RANGE
  const clockKey = CLOCK_KEYS.find((other) => other === key)
  if (clockKey) return CLOCK_RANGES[clockKey]
  const parts = parseSettingKey(key)
  return parts && rangeOfSetting(parts)
}

function rangeOfSetting(parts: SettingKeyParts): Range {
  switch (parts.kind) {
    case 'mode':
    case 'period':
      return ANY_WHOLE
    case 'planTotal':
      return PLAN_TOTAL_RANGE
    case 'yellow':
    case 'redClearance':
      return CLEARANCE_RANGE
    case 'program':
      return PROGRAM_VALUE_RANGE
    case 'plan':
      return rangeOfPlanPart(parts.part)
  }
}

function rangeOfPlanPart(part: 'hour' | 'minute' | 'program' | 'enabled'): Range {
  if (part === 'hour') return HOUR_RANGE
  if (part === 'minute') return MINUTE_RANGE
  // 1 is enabled and every other value is not, so no whole number is wrong.
  return part === 'program' ? PLAN_PROGRAM_RANGE : ANY_WHOLE
}
