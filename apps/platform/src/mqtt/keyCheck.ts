import { checkKey } from '../data/valueTyping.ts'

/**
 * Keys that passed, so that a device's hundredth message with the same keys does not run them through the filter again.
 * Bounded, or a device that invents keys would fill the memory.
 */
const passed = new Set<string>()
const MAX_REMEMBERED_KEYS = 10_000

/** Checks the names of the members. @throws {PayloadRefused} */
export function checkKeys(members: Readonly<Record<string, unknown>>): void {
  for (const key in members) {
    if (passed.has(key)) continue
    checkKey(key)
    if (passed.size >= MAX_REMEMBERED_KEYS) passed.clear()
    passed.add(key)
  }
}
