import { checkKey, PayloadRefused } from '../../data/values/valueTyping.ts'
import { LIMITS } from '../../limits/limits.ts'

/**
 * Keys that passed the check, so that it need not run again for each message with the same keys. Their number is
 * limited, or a device that invents keys would fill the memory.
 */
const passed = new Set<string>()
const MAX_REMEMBERED_KEYS = 10_000

/**
 * Checks the names of a message's values, and that they add no key beyond the device's limit. Keys that it has already
 * are always accepted, so a device from before the limit keeps working.
 *
 * @param parts the values of a message by key, one part for each time
 * @param stored what the device has, by key
 * @throws {PayloadRefused}
 */
export function checkKeys(
  parts: readonly Readonly<Record<string, unknown>>[],
  stored: ReadonlyMap<string, unknown>,
): void {
  const added = new Set<string>()
  for (const members of parts) {
    for (const key in members) {
      if (!stored.has(key) && stored.size + added.add(key).size > LIMITS.keysOfDevice.value)
        throw new PayloadRefused(
          'tooManyKeys',
          `A device can have ${LIMITS.keysOfDevice.value} different keys, not more`,
        )
      if (passed.has(key)) continue
      checkKey(key)
      if (passed.size >= MAX_REMEMBERED_KEYS) passed.clear()
      passed.add(key)
    }
  }
}
