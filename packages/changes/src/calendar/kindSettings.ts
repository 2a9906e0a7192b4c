/** @file Settings that a kind of day may have at a junction: made from what it runs or another kind, and checked. */
import type { Calendar, KindSets } from '@greenwave/contract/records/calendars'
import type { AttributeValues } from '@greenwave/controller/attributes'
import type { Finding } from '@greenwave/controller/checks/finding'
import { parseInteger } from '@greenwave/controller/integer'
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

/** Returns whether an attribute belongs to a plan or is the number of plans. */
export const isPlanKey = (key: string): boolean => /^(P\d_|Plan_total$)/.test(key)

/** Selects plans, and of programs and offsets those that are asked for, among attributes. */
export function timingOf(
  shared: Readonly<Record<string, unknown>>,
  isTaken: (key: string) => boolean,
): KindSets[string] {
  const known = SETTINGS.flatMap(keysOf).filter((key) => isTimingKey(key) && isTaken(key))
  return Object.fromEntries(
    known.flatMap((key) => {
      const value = parseInteger(shared[key])
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/** Returns the kinds of a junction with other settings of one; all kinds have the same settings, and a first one gives them all. */
export function withKind(
  { kinds }: Pick<Calendar, 'kinds'>,
  present: KindSets,
  kind: string,
  taken: KindSets[string],
  now: KindSets[string],
): KindSets {
  const ids = Object.keys(present).length > 0 ? new Set([...Object.keys(present), kind]) : kinds.map(({ id }) => id)
  const all = Object.fromEntries([...ids].map((id) => [id, id === kind ? taken : (present[id] ?? taken)]))
  const keys = [...new Set(Object.values(all).flatMap(Object.keys))]
  const filled = (set: KindSets[string]) =>
    Object.fromEntries(
      keys.flatMap((key) => ((set[key] ?? now[key]) === undefined ? [] : [[key, set[key] ?? now[key] ?? 0]])),
    )
  return Object.fromEntries(Object.entries(all).map(([id, set]) => [id, filled(set)]))
}
