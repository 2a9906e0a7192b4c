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

/** Values of a device as they were before its rows. */
export interface EarlierValues {
  latest(): ValueMap
  attributes(scope: number): ValueMap
}

/** Those values of a device that its rows have touched, by scope number for attributes. */
export interface FoldedValues {
  latest: ValueMap | undefined
  readonly attributes: (ValueMap | undefined)[]
}

/**
 * Folds rows, in the order in which they were written, into the values that were there before. Folding the same rows once
 * more changes nothing, which is why settling may be cut short at any point and begun again.
 */
export function foldRows(rows: readonly JournalRow[], keySets: KeySets, earlier: EarlierValues): FoldedValues {
  const folded: FoldedValues = { latest: undefined, attributes: [] }
  for (const [, kind, ts, keySet, body] of rows) {
    if (kind === ROW_KIND.sample) {
      const latest = folded.latest ?? earlier.latest()
      for (const [key, value] of decodeSample(keySets, keySet, body)) {
        if (replacesLatest(latest.get(key), ts)) latest.set(key, { ts, value })
      }
      folded.latest = latest
    } else if (kind === ROW_KIND.wholeLatest) {
      folded.latest = decodeValues(body)
    } else if (kind >= ROW_KIND.wholeAttributes) {
      folded.attributes[kind - ROW_KIND.wholeAttributes] = decodeValues(body)
    } else {
      const scope = kind - ROW_KIND.attributes
      const attributes = folded.attributes[scope] ?? earlier.attributes(scope)
      for (const [key, value] of decodeEntries(body)) attributes.set(key, { ts, value })
      folded.attributes[scope] = attributes
    }
  }
  return folded
}
