/** Attribute values as they come: what is there, and which whole number it stands for. */
import type { DeviceTime } from './deviceClock.ts'
import { parseInteger } from './integer.ts'

/** Attribute values by key, as they came: any JSON. */
export type AttributeValues = Readonly<Record<string, unknown>>

/** Whether a key carries a value at all; a deleted attribute reads as '' over the live socket. */
export function isPresent(values: AttributeValues, key: string): boolean {
  const value = rawValue(values, key)
  return value !== undefined && value !== null && value !== ''
}

/** The value of a key as it came, own keys only. Never throws, whatever JSON stands in for the record. */
export function rawValue(values: AttributeValues, key: string): unknown {
  return typeof values === 'object' && values !== null && Object.hasOwn(values, key) ? values[key] : undefined
}

/** (R18) A setting as an integer: missing, and what is no number, reads as 0. For lamps see telemetry.ts. */
export function settingInteger(values: AttributeValues, key: string): number {
  return parseInteger(rawValue(values, key)) ?? 0
}

/** The six clock fields, for setting the time (shared attributes) and for reporting it (telemetry). */
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
