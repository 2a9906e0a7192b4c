import { decodeSample, type KeySets } from './sampleRows.ts'
import { decodeEntries, decodeValues, replacesLatest, type ValueMap } from './valueRows.ts'

/** Number of attribute scopes. */
export const SCOPES = 3

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
 */
export function foldRows(
  rows: readonly JournalRow[],
  part: ValuePart,
  keySets: KeySets,
  earlier: (part: ValuePart) => ValueMap,
): ValueMap {
  let values = earlier(part)
  for (const row of rows) {
    if (partOf(row) !== part) continue
    const [, kind, ts, keySet, body] = row
    if (kind === ROW_KIND.wholeLatest || kind >= ROW_KIND.wholeAttributes) {
      values = decodeValues(body)
    } else if (kind === ROW_KIND.sample) {
      for (const [key, value] of decodeSample(keySets, keySet, body)) {
        if (replacesLatest(values.get(key), ts)) values.set(key, { ts, value })
      }
    } else {
      for (const [key, value] of decodeEntries(body)) values.set(key, { ts, value })
    }
  }
  return values
}
