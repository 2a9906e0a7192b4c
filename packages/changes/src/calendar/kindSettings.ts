/** Settings that a kind of day may have, and their checks. */
import type { KindSets } from '@greenwave/contract/records/calendars'
import type { AttributeValues } from '@greenwave/controller/attributes'
import type { Finding } from '@greenwave/controller/checks/finding'
import { checkAll } from '@greenwave/controller/settingTable/checkAll'
import { checkValue } from '@greenwave/controller/settingTable/ranges'
import { keysOf, SETTINGS } from '@greenwave/controller/settingTable/table'

const KINDS: readonly string[] = ['plan', 'planTotal', 'program', 'offset']
const KEYS = new Set(SETTINGS.filter(({ group }) => KINDS.includes(group.kind)).flatMap(keysOf))

/** Returns whether an attribute belongs to a plan, the number of plans, a program or an offset. */
export function isTimingKey(key: string): boolean {
  return KEYS.has(key)
}

/**
 * Returns the findings for the settings of a kind.
 *
 * @param others the other shared attributes of the junction; without them only ranges are checked
 */
export function kindFindings(kind: KindSets[string], others: AttributeValues): readonly Finding[] {
  if (Object.keys(others).length > 0) return checkAll({ ...others, ...kind })
  return Object.entries(kind).flatMap(([key, value]) => checkValue(key, value) ?? [])
}
