/** Subjects of a change. */
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { CLOCK_KEYS, isCoordinateKey } from '@greenwave/controller/keys'
import { parseSettingKey, type SettingKeyParts } from '@greenwave/controller/settingTable/table'
import { isSameValue } from './attributeSets.ts'
import { unfoldedSite, unfoldedWrite } from './siteValues.ts'

/** The kinds of what can be changed: those of the table of settings, the clock, and what is known of the place. */
export type ChangeKind = SettingKeyParts['kind'] | 'clock' | 'location' | 'image' | 'site' | 'other'

const CLOCK: ReadonlySet<string> = new Set(CLOCK_KEYS)
const IMAGE_KEY = 'image'

/** Classifies an attribute key. */
export function kindOfKey(key: string): ChangeKind {
  if (CLOCK.has(key)) return 'clock'
  if (isCoordinateKey(key)) return 'location'
  if (key === SITE_KEY) return 'site'
  return key === IMAGE_KEY ? 'image' : (parseSettingKey(key)?.kind ?? 'other')
}

/** Lists the subjects of a change, each once, in the order of its keys. */
export function kindsOf({ after }: Pick<ChangeRecord, 'after'>): readonly ChangeKind[] {
  return [...new Set(Object.keys(after).map(kindOfKey))]
}

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
