import type { TimedValue, ValueMap } from '../port/deviceData.ts'
import { isOfHistory, type JournalRow, partOf, ROW_KIND, type ValuePart } from '../port/journalRow.ts'
import { decodeSample, type KeySets, OWN_KEYS } from '../values/sampleRows.ts'
import { sizeOfValues, valueBytes } from '../values/valueBytes.ts'
import { decodeEntries, decodeValues, replacesLatest } from '../values/valueRows.ts'

/**
 * Applies the rows of one part to its earlier values, in the order in which they were written. Applying the same rows
 * again changes nothing, so settling can be interrupted at any point and started again.
 *
 * @param budget most bytes of values; a value that would exceed it is left out and remains in history only
 */
export function foldRows(
  rows: Iterable<JournalRow>,
  part: ValuePart,
  keySets: KeySets,
  earlier: (part: ValuePart) => ValueMap,
  budget = Infinity,
): ValueMap {
  let values = earlier(part)
  let bytes = budget === Infinity ? 0 : sizeOfValues(values)
  const set = (key: string, timed: TimedValue): void => {
    if (budget !== Infinity) {
      const before = values.get(key)
      const grown = valueBytes(key, timed.value) - (before ? valueBytes(key, before.value) : 0)
      if (grown > 0 && bytes + grown > budget) return
      bytes += grown
    }
    values.set(key, timed)
  }
  const ofPart = [...rows].filter((row) => partOf(row) === part)
  for (const [place, row] of ofPart.entries()) {
    const [, kind, ts, keySet, body] = row
    // With a budget, an earlier value may be kept whose successor is too large.
    if (budget === Infinity && isReplaced(row, ofPart[place + 1])) continue
    if (kind === ROW_KIND.wholeLatest || kind >= ROW_KIND.wholeAttributes) {
      values = decodeValues(body)
      if (budget !== Infinity) bytes = sizeOfValues(values)
    } else if (isOfHistory(kind)) {
      for (const [key, value] of decodeSample(keySets, keySet, body)) {
        if (replacesLatest(values.get(key), ts)) set(key, { ts, value })
      }
    } else {
      for (const [key, value] of decodeEntries(body)) set(key, { ts, value })
    }
  }
  return values
}

/** Returns whether the next row replaces every value of a row: most messages of a device have the same keys. */
function isReplaced([, kind, ts, keySet]: JournalRow, next: JournalRow | undefined): boolean {
  if (next === undefined || keySet === OWN_KEYS || !isOfHistory(kind)) return false
  const [, nextKind, nextTs, nextKeySet] = next
  return isOfHistory(nextKind) && nextKeySet === keySet && nextTs >= ts
}
