import { checkKey, PayloadRefused } from '../data/valueTyping.ts'
import { MAX_KEYS } from './limits.ts'

/**
 * Keys that passed, so that a device's hundredth message with the same keys does not run them through the filter again.
 * Bounded, or a device that invents keys would fill the memory.
 */
const passed = new Set<string>()
const MAX_REMEMBERED_KEYS = 10_000

/** Checks the names of the members, and that the device does not have too many beside them. @throws {PayloadRefused} */
export function checkKeys(members: Readonly<Record<string, unknown>>, stored: ReadonlyMap<string, unknown>): void {
  let count = stored.size
  for (const key in members) {
    if (!stored.has(key)) count += 1
    if (count > MAX_KEYS)
      throw new PayloadRefused('tooManyKeys', `A device can have ${MAX_KEYS} different keys, not more`)
    if (passed.has(key)) continue
    checkKey(key)
    if (passed.size >= MAX_REMEMBERED_KEYS) passed.clear()
    passed.add(key)
  }
}
