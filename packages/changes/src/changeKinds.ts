/** Subjects of a change. */
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { CLOCK_KEYS, isCoordinateKey } from '@greenwave/controller/keys'
import { parseSettingKey, type SettingKeyParts } from '@greenwave/controller/settingTable/table'

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
