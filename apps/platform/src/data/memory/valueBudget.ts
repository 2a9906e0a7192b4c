import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { LIMITS } from '../../limits/limits.ts'
import type { ValueMap } from '../port/deviceData.ts'
import { sizeOfValues, valueBytes } from '../values/valueBytes.ts'
import { PayloadRefused } from '../values/valueTyping.ts'

/** Shortest time between two full counts while the values are at their limit, milliseconds. */
const RECOUNT_MS = 10_000

/**
 * Returns an upper bound of how many bytes a part of a device grows by: a value that replaces a larger one counts as 0.
 */
function growthOf(parts: readonly Readonly<Record<string, JsonValue>>[], stored: ValueMap): number {
  // Most messages are of one time and grow no value, so that nothing is kept.
  const grown = new Map<string, number>()
  for (const values of parts) {
    for (const key in values) {
      const before = stored.get(key)
      const more = valueBytes(key, values[key] ?? null) - (before ? valueBytes(key, before.value) : 0)
      if (more > 0 && more > (grown.get(key) ?? 0)) grown.set(key, more)
    }
  }
  let bytes = 0
  for (const more of grown.values()) bytes += more
  return bytes
}

/** Returns by how many bytes a part of a device changes; negative when it shrinks. */
function changeOf(parts: readonly Readonly<Record<string, JsonValue>>[], stored: ValueMap): number {
  let bytes = 0
  for (const [key, value] of Object.entries(Object.assign({}, ...parts) as Record<string, JsonValue>)) {
    const before = stored.get(key)
    bytes += valueBytes(key, value) - (before ? valueBytes(key, before.value) : 0)
  }
  return bytes
}

/**
 * Creates a budget for the bytes of latest values and attributes in memory. It keeps upper bounds of the sizes, because
 * most messages only replace values. It counts a part exactly when the part's bound exceeds the limit, and all parts
 * once in a while.
 *
 * @param allParts returns every part in memory
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
     * Makes room for the values of a message in a part of a device. Values that replace others of at least their size
     * are always accepted, so a device can always update what it has.
     *
     * @throws {PayloadRefused} when the values would exceed a limit
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
          `Values of one device, customer or asset can take ${deviceValueBytes.value} bytes in all, not more`,
        )
      }
      if (total + grown > allBytes.value) countAll()
      if (total + grown > allBytes.value && boundOf(part) + grown > deviceValueBytesSure.value) {
        throw new PayloadRefused('tooManyBytes', `All values together can take ${allBytes.value} bytes, not more`)
      }
      bounds.set(part, boundOf(part) + grown)
      total += grown
    },
  }
}
