/** Reads attribute values: whether one is present, and its value as a whole number. */
import type { DeviceTime } from './deviceClock.ts'
import { parseInteger } from './integer.ts'

/** Attribute values by key, unchanged: any JSON. */
export type AttributeValues = Readonly<Record<string, unknown>>

/** Returns whether a key has a value. Over the live socket a deleted attribute reads as ''. */
export function isPresent(values: AttributeValues, key: string): boolean {
  const value = rawValue(values, key)
  return value !== undefined && value !== null && value !== ''
}

/** Returns the value of a key unchanged, own keys only. Never throws, even if the record is other JSON. */
export function rawValue(values: AttributeValues, key: string): unknown {
  return typeof values === 'object' && values !== null && Object.hasOwn(values, key) ? values[key] : undefined
}

/**
 * (R18) Returns a setting as an integer. A missing value, or one that is no number, is 0. For lamps see telemetry.ts.
 */
export function settingInteger(values: AttributeValues, key: string): number {
  return parseInteger(rawValue(values, key)) ?? 0
}

/** Returns the six clock fields, for setting the time (shared attributes) and for reporting it (telemetry). */
export function writeDeviceTime(time: DeviceTime): Record<string, number> {
  return {
    Year: time.year,
    Month: time.month,
    Day: time.day,
    Hour: time.hour,
    Minute: time.minute,
    Second: time.second,
  }
}
