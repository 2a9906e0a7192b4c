/** Code of a timing sheet, for comparing two sheets without reading them. */
import { textHash } from '@greenwave/contract/textHash'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { parseInteger } from '@greenwave/controller/integer'
import { parseSettingKey } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { copiedValues } from '@greenwave/rollout/copyParts'

/** Longest code: 32 bits in base 36. */
const LETTERS = 7

/**
 * Returns a short code of all settings but the mode, which belongs to the moment: the same one as long as they are the
 * same. 3 and '3' are the same setting.
 */
export function settingsCode(shared: AttributeValues): string {
  const values = Object.entries(copiedValues(shared, ['all'])).sort(([a], [b]) => (a < b ? -1 : 1))
  const plain = values.map(([key, value]) => [key, parseInteger(value) ?? value])
  return textHash(JSON.stringify(plain)).toString(36).toUpperCase().padStart(LETTERS, '0')
}

/** Returns when the last one of the settings was written, epoch milliseconds; undefined if none ever was. */
export function settingsWrittenMs(shared: TimedValues): number | undefined {
  const times = Object.entries(shared).flatMap(([key, { ts }]) => {
    const parts = parseSettingKey(key)
    return parts && parts.kind !== 'mode' ? [ts] : []
  })
  return times.length === 0 ? undefined : Math.max(...times)
}
