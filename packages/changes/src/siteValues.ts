/**
 * @file The notes of a junction are one attribute, but what changes in them is single values. Here they become attributes of
 * their own, under keys that no attribute has: 'gw_site phases.1.speedKmh'.
 */
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { parseSite, SITE_KEY } from '@greenwave/contract/records/junctionSite'

const PREFIX = `${SITE_KEY} `
/** Most members that are compared one by one. */
const MOST_MEMBERS = 60

/** Returns the key of one value of the notes, by its place in them: `phases.1.speedKmh`. */
export function siteMemberKey(place: string): string {
  return `${PREFIX}${place}`
}

/** Returns the place in the notes of a key that `siteMemberKey` made; undefined for any other key. */
export function siteMember(key: string): string | undefined {
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined
}

/** Returns attributes with the values of the notes in place of these. */
export function unfoldedSite(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { [SITE_KEY]: notes, ...others } = values
  return notes === undefined ? values : { ...others, ...membersOf(notes) }
}

/** Replaces the notes among written values by their members; null: removed. */
export function unfoldedWrite(before: Readonly<Record<string, unknown>>, after: AttributeSet): AttributeSet {
  const { [SITE_KEY]: notes, ...others } = after
  if (notes === undefined) return after
  const gone = Object.fromEntries(Object.keys(membersOf(before[SITE_KEY])).map((key) => [key, null]))
  return { ...others, ...gone, ...membersOf(notes) }
}

function membersOf(notes: unknown): AttributeSet {
  const { site, odd } = parseSite(notes)
  const oddValues = odd.map(({ field, value }) => [field, value] as const)
  const members = [...leaves(site), ...oddValues].slice(0, MOST_MEMBERS)
  return Object.fromEntries(members.map(([place, value]) => [siteMemberKey(place), value as JsonValue]))
}

function leaves(value: object, place = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const here = place ? `${place}.${name}` : name
    return typeof member === 'object' && member !== null && !Array.isArray(member)
      ? leaves(member, here)
      : [[here, member]]
  })
}
