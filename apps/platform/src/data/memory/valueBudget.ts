import type { JsonValue } from '@greenwave/contract/attributes'
import { LIMITS } from '../../limits/limits.ts'
import type { ValueMap } from '../port/deviceData.ts'
import { sizeOfValues, valueBytes } from '../values/valueBytes.ts'
import { PayloadRefused } from '../values/valueTyping.ts'

/** How often all values are counted anew at most, while they are at their limit, milliseconds. */
const RECOUNT_MS = 10_000

/** What a part of a device grows by at most: values that replace larger ones take nothing. */
function growthOf(parts: readonly Readonly<Record<string, JsonValue>>[], stored: ValueMap): number {
  const grown = new Map<string, number>()
  for (const values of parts) {
    for (const [key, value] of Object.entries(values)) {
      const before = stored.get(key)
      const more = valueBytes(key, value) - (before ? valueBytes(key, before.value) : 0)
      if (more > (grown.get(key) ?? 0)) grown.set(key, more)
    }
  }
  let bytes = 0
  for (const more of grown.values()) bytes += more
  return bytes
}

/** What a part of a device would change by; below 0 for one that shrinks. */
function changeOf(parts: readonly Readonly<Record<string, JsonValue>>[], stored: ValueMap): number {
  let bytes = 0
  for (const [key, value] of Object.entries(Object.assign({}, ...parts) as Record<string, JsonValue>)) {
    const before = stored.get(key)
    bytes += valueBytes(key, value) - (before ? valueBytes(key, before.value) : 0)
  }
  return bytes
}

/**
 * Counts the bytes of latest values and attributes in memory. Sizes are kept as upper bounds, since most messages only replace: a part
 * is counted exactly when its bound passes the limit, and all of them once in a while.
 *
 * @param allParts every part that is in memory
 */
export function createValueBudget(allParts: () => Iterable<ValueMap>) {
  const bounds = new WeakMap<ValueMap, number>()
  let total = 0
  let countedAt = Number.NEGATIVE_INFINITY

  const boundOf = (part: ValueMap): number => {
    const known = bounds.get(part)
    if (known !== undefined) return known
    const bytes = sizeOfValues(part)
    bounds.set(part, bytes)
    total += bytes
    return bytes
  }
  const count = (part: ValueMap): number => {
    const bytes = sizeOfValues(part)
    total += bytes - (bounds.get(part) ?? 0)
    bounds.set(part, bytes)
    return bytes
  }
  const countAll = (): void => {
    if (performance.now() - countedAt < RECOUNT_MS) return
    countedAt = performance.now()
    total = 0
    for (const part of allParts()) {
      const bytes = sizeOfValues(part)
      bounds.set(part, bytes)
      total += bytes
    }
  }

  return {
    total: (): number => total,
    /**
     * Makes room for the values of a message in a part of a device. Values that replace others of their size or smaller ones always
     * have it: a device goes on with what it has.
     *
     * @throws {PayloadRefused}
     */
    makeRoom(part: ValueMap, parts: readonly Readonly<Record<string, JsonValue>>[]): void {
      const { deviceValueBytes, valueBytes: allBytes, deviceValueBytesSure } = LIMITS
      const grown = growthOf(parts, part)
      if (grown === 0) return
      if (
        boundOf(part) + grown > deviceValueBytes.value &&
        count(part) + changeOf(parts, part) > deviceValueBytes.value
      ) {
        throw new PayloadRefused(
          'tooManyBytes',
          `Values of a device can take ${deviceValueBytes.value} bytes in all, not more`,
        )
      }
      if (total + grown > allBytes.value) countAll()
      if (total + grown > allBytes.value && boundOf(part) + grown > deviceValueBytesSure.value) {
        throw new PayloadRefused('tooManyBytes', `Values of all devices can take ${allBytes.value} bytes, not more`)
      }
      bounds.set(part, boundOf(part) + grown)
      total += grown
    },
  }
}
