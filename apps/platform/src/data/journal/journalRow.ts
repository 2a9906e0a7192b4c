import type { AttributeScope } from '@greenwave/contract/attributes'
import type { TimedValue } from '../port/deviceData.ts'
import { decodeSample, type KeySets } from '../values/sampleRows.ts'
import { sizeOfValues, valueBytes } from '../values/valueBytes.ts'
import { decodeEntries, decodeValues, replacesLatest, type ValueMap } from '../values/valueRows.ts'

/** How scopes are numbered in the database. */
export const SCOPE_NUMBERS: Readonly<Record<AttributeScope, number>> = {
  SERVER_SCOPE: 0,
  SHARED_SCOPE: 1,
  CLIENT_SCOPE: 2,
}

/** Number of attribute scopes. */
export const SCOPES = Object.keys(SCOPE_NUMBERS).length

/** What a journal row says. Kinds of attributes have their scope's number added. */
export const ROW_KIND = {
  /** A message: its values at its time. */
  sample: 0,
  /** All latest values, in place of those before. */
  wholeLatest: 1,
  /** Attributes written at `ts`; the others stay. */
  attributes: 10,
  /** All attributes of a scope, in place of those before. */
  wholeAttributes: 20,
} as const

/** One write of one device. `keySet` counts for samples only, `ts` for samples and attributes. */
export type JournalRow = [device: number, kind: number, ts: number, keySet: number, body: string]

/** What a row costs in memory beside its body, bytes. */
const ROW_OVERHEAD = 120

/** Bytes that a row holds in memory, roughly: its body is nearly always of one-byte characters. */
export function rowBytes([, , , , body]: JournalRow): number {
  return body.length + ROW_OVERHEAD
}

/** The values of a device that are kept in one row: the latest ones, or the attributes of a scope number. */
export type ValuePart = 'latest' | number

/** Which values a row is about. */
export function partOf([, kind]: JournalRow): ValuePart {
  if (kind < ROW_KIND.attributes) return 'latest'
  return kind % ROW_KIND.attributes
}

/**
 * Folds the rows about one part, in the order in which they were written, into the values that were there before. Folding the
 * same rows once more changes nothing, which is why settling may be cut short at any point and begun again.
 *
 * @param budget most bytes of values: a value that would pass it is left out, and found in history alone
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
  for (const row of rows) {
    if (partOf(row) !== part) continue
    const [, kind, ts, keySet, body] = row
    if (kind === ROW_KIND.wholeLatest || kind >= ROW_KIND.wholeAttributes) {
      values = decodeValues(body)
      if (budget !== Infinity) bytes = sizeOfValues(values)
    } else if (kind === ROW_KIND.sample) {
      for (const [key, value] of decodeSample(keySets, keySet, body)) {
        if (replacesLatest(values.get(key), ts)) set(key, { ts, value })
      }
    } else {
      for (const [key, value] of decodeEntries(body)) set(key, { ts, value })
    }
  }
  return values
}
