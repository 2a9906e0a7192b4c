/** Sets of attributes, compared and put together value by value, with their JSON types. */
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { parseSettingKey } from '@greenwave/controller/settingTable/table'

/**
 * Returns whether two values are the same JSON: 3 and '3' are not. Two objects with the same members in another order
 * are. Undefined stands for an attribute that is not there.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b)
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

/** Returns a set of attributes after a write: null removes. */
export function afterWrite(before: AttributeSet, written: AttributeSet): AttributeSet {
  return Object.fromEntries(Object.entries({ ...before, ...written }).filter(([, value]) => value !== null))
}

/** Lists the writes that turn one set into the other: only differing keys; null removes. */
export function writeBetween(from: AttributeSet, to: AttributeSet): AttributeSet {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  const differing = keys.filter((key) => !isSameValue(from[key] ?? undefined, to[key] ?? undefined))
  return Object.fromEntries(differing.map((key) => [key, to[key] ?? null]))
}

/** Returns the attributes of a scope that belong to a point in the history of a controller's settings. */
export function settingsAmong(values: Readonly<Record<string, unknown>>): AttributeSet {
  return only(values, (key) => parseSettingKey(key) !== undefined)
}

/** Returns the attributes with these keys. */
export function valuesOfKeys(values: Readonly<Record<string, unknown>>, keys: readonly string[]): AttributeSet {
  return only(values, (key) => keys.includes(key))
}

/** Leaves out what is not there: over the live socket a deleted attribute reads as ''. */
function only(values: Readonly<Record<string, unknown>>, isMeant: (key: string) => boolean): AttributeSet {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, JsonValue] => entry[1] !== undefined && entry[1] !== null && isMeant(entry[0]),
    ),
  )
}
