/** The values of a change, before and after. */
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { isSameValue } from './attributeSets.ts'
import { kindOfKey } from './changeKinds.ts'
import { unfoldedSite, unfoldedWrite } from './siteValues.ts'

/** A value that changes; undefined: not set before; null: removed. */
export interface ChangedValue {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

/** Returns the values that a write changes, without those of a clock, which has no value to compare. */
export function changedValues(before: AttributeSet, after: AttributeSet): readonly ChangedValue[] {
  const old = unfoldedSite(before)
  return Object.entries(unfoldedWrite(before, after))
    .filter(([key, value]) => kindOfKey(key) !== 'clock' && !isSameValue(old[key], value ?? undefined))
    .map(([key, value]) => ({ key, before: old[key], after: value }))
}
