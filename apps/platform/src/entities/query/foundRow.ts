import type { EntityData, EntityKey } from '@greenwave/contract/wire/entityQueries'
import { queryText } from '../../data/values/valueText.ts'
import { createTextFinder } from '../../store/likePattern.ts'
import type { Passes } from './entityFilter.ts'
import { shownValueReader, type ValueReaders } from './keyValues.ts'
import { checkPattern } from './predicates.ts'
import { type FieldSource, fieldReader, type QueriedEntity } from './queriedEntity.ts'

/** A value as text with its time, epoch milliseconds. */
type TimedText = EntityData['latest'][string][string]

/** A key that is sent for each found entity. */
interface ShownKey extends EntityKey {
  readonly read: (entity: QueriedEntity) => TimedText
}

const MISSING: TimedText = { ts: 0, value: '' }

/** The keys that a query asks for, each once. */
export interface AskedKeys {
  readonly entityFields: readonly EntityKey[]
  readonly latestValues: readonly EntityKey[]
}

/**
 * Returns the keys that are sent for each found entity.
 * @param now the time of fields, epoch milliseconds
 */
export function createShownKeys(
  { entityFields, latestValues }: AskedKeys,
  fields: FieldSource,
  values: ValueReaders,
  now: number,
): readonly ShownKey[] {
  const keys = new Map<string, ShownKey>()
  const add = (shown: ShownKey): void => {
    const name = `${shown.type} ${shown.key}`
    if (!keys.has(name)) keys.set(name, shown)
  }
  for (const key of entityFields.filter(({ type }) => type === 'ENTITY_FIELD')) {
    const read = fieldReader(key.key, fields)
    add({ ...key, read: (entity) => ({ ts: now, value: String(read(entity) ?? '') }) })
  }
  for (const key of latestValues) {
    // A field among the values is a missing value.
    const read = shownValueReader(key, values)
    add({
      ...key,
      read(entity) {
        const found = read(entity)
        return found === undefined ? MISSING : { ts: found.ts, value: queryText(found.value) }
      },
    })
  }
  return [...keys.values()]
}

/** Returns a found entity as JSON text. */
export function rowText(entity: QueriedEntity, fields: FieldSource, keys: readonly ShownKey[]): string {
  return `${foundText(entity, fields, keys).slice(0, -1)},"timeseries":{},"aggLatest":{}}`
}

/** Returns the id of a found entity, and its fields and values by type and name, as JSON text. */
export function foundText(entity: QueriedEntity, { entityType }: FieldSource, keys: readonly ShownKey[]): string {
  const members = new Map<string, [string, TimedText][]>()
  for (const { type, key, read } of keys) {
    const ofType = members.get(type) ?? []
    ofType.push([key, read(entity)])
    members.set(type, ofType)
  }
  // Not by assignment: a key may be named `__proto__`.
  const latest = Object.fromEntries(Array.from(members, ([type, values]) => [type, Object.fromEntries(values)]))
  return JSON.stringify({ entityId: { entityType, id: entity.id }, latest })
}

/** Sources of a search. */
interface SearchSources {
  readonly fields: FieldSource
  readonly values: ValueReaders
  /** Folds as `foldText` does. */
  readonly fold: (text: string) => string
}

/**
 * Returns the condition that one of the keys contains a text, whatever its case and marks. Notes are not searched, and
 * without keys nothing is.
 * @throws {Refusal} for a text that is too long
 */
export function createTextSearch(
  textSearch: string,
  { entityFields, latestValues }: AskedKeys,
  { fields, values, fold }: SearchSources,
): Passes {
  checkPattern(textSearch)
  const finds = createTextFinder(textSearch)
  const searches = [
    ...entityFields.flatMap(({ type, key }): Passes[] => {
      if (type !== 'ENTITY_FIELD' || key === 'additionalInfo') return []
      const read = fieldReader(key, fields)
      return [(entity) => finds(fold(String(read(entity) ?? '')))]
    }),
    ...latestValues.map((key): Passes => {
      const read = shownValueReader(key, values)
      return (entity) => {
        const value = read(entity)?.value
        if (value === undefined) return false
        // Numbers are many and have nothing to fold.
        const text = queryText(value)
        return finds(typeof value === 'number' ? text : fold(text))
      }
    }),
  ]
  if (searches.length === 0) return () => true
  return (entity) => searches.some((passes) => passes(entity))
}
