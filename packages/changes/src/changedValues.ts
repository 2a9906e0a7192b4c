/** What a change changes, value by value. */
import type { AttributeSet } from '@greenwave/contract/changeRecords'
import { isSameValue } from './attributeSets.ts'
import { kindOfKey } from './changeKinds.ts'
import { unfoldedSite, unfoldedWrite } from './siteValues.ts'

/** One value that changes; undefined: it was not set before; null: it is removed. */
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
