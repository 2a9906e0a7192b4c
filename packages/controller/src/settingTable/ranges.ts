import { type AttributeValues, isPresent, rawValue } from '../attributes.ts'
import type { Finding } from '../checks/finding.ts'
import { checkRange, RANGES_BESIDE_SETTINGS } from '../checks/ranges.ts'
import type { Range } from '../controllerLimits.ts'
import { type AnySetting, keysOf, settingKey } from './table.ts'

/**
 * (V1) Returns the finding for a value outside the specification's range of its key; null if it is valid or the key has
 * no range.
 */
export function checkValue(key: string, value: unknown): Finding | null {
  const range = rangeOf(key)
  return range ? checkRange(key, value, range) : null
}

/** Returns the specification's range of a key; undefined if it has none. */
export function rangeOf(key: string): Range | undefined {
  return settingKey(key)?.range ?? RANGES_BESIDE_SETTINGS.get(key)
}

/** (V1) Returns the range findings for the raw attributes of a setting. A missing attribute is no error. */
export function checkPresent(setting: Pick<AnySetting, 'keyNames'>, values: AttributeValues): Finding[] {
  return keysOf(setting).flatMap((key) =>
    isPresent(values, key) ? (checkValue(key, rawValue(values, key)) ?? []) : [],
  )
}
