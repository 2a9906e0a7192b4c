import { type AttributeValues, isPresent, rawValue } from '../attributes.ts'
import type { Finding } from '../checks/finding.ts'
import { checkRange, RANGES_BESIDE_SETTINGS } from '../checks/ranges.ts'
import type { Range } from '../limits.ts'
import { type AnySetting, keysOf, settingKey } from './table.ts'

/** (V1) Whether one value keeps to the specification's range of its key; null when it does or no range is known. */
export function checkValue(key: string, value: unknown): Finding | null {
  const range = rangeOf(key)
  return range ? checkRange(key, value, range) : null
}

/** The specification's range of a key; undefined for a key that has none. */
export function rangeOf(key: string): Range | undefined {
  return settingKey(key)?.range ?? RANGES_BESIDE_SETTINGS.get(key)
}

/** (V1) Returns what is wrong with the attributes of a setting as they came; one that is missing is no error. */
export function checkPresent(setting: Pick<AnySetting, 'keyNames'>, values: AttributeValues): Finding[] {
  return keysOf(setting).flatMap((key) =>
    isPresent(values, key) ? (checkValue(key, rawValue(values, key)) ?? []) : [],
  )
}
