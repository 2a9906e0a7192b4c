import type { KeyFilter } from '@greenwave/contract/wire/entityQueries'
import { badRequest } from '../../access/refusal.ts'
import { readersOf, type ValueReaders } from './keyValues.ts'
import { createTest, type ResolveDynamic, typesOf } from './predicates.ts'
import { type FieldSource, fieldReader, NUMBER_FIELD, type QueriedEntity } from './queriedEntity.ts'

/** Returns whether a query selects an entity. */
export type Passes = (entity: QueriedEntity) => boolean

interface FilterSources {
  readonly fields: FieldSource
  readonly values: ValueReaders
  readonly resolve: ResolveDynamic
}

/**
 * Returns the condition of several key filters. With AND, a filter selects only entities that have its key; with OR, a
 * missing key is like an empty field.
 * @throws {Refusal} for a filter that makes no sense
 */
export function createEntityFilter(
  filters: readonly KeyFilter[],
  operation: 'AND' | 'OR',
  sources: FilterSources,
): Passes {
  const conditions = filters.flatMap((filter) => conditionOf(filter, operation, sources) ?? [])
  if (conditions.length === 0) return () => true
  return operation === 'AND'
    ? (entity) => conditions.every((passes) => passes(entity))
    : (entity) => conditions.some((passes) => passes(entity))
}

function conditionOf(
  { key, predicate }: KeyFilter,
  operation: 'AND' | 'OR',
  { fields, values, resolve }: FilterSources,
): Passes | undefined {
  if (key.type === 'ALARM_FIELD')
    throw badRequest(`A query for entities cannot filter by the alarm field '${key.key}'.`)
  if (key.type === 'ENTITY_FIELD') checkType(key.key, predicate)
  const test = createTest(predicate, resolve)
  if (test === undefined) return undefined
  if (key.type === 'ENTITY_FIELD') {
    const read = fieldReader(key.key, fields)
    return (entity) => test(read(entity))
  }
  const readers = readersOf(key, values)
  const whenMissing = operation === 'OR' && test(null)
  return (entity) => {
    let isMissing = true
    for (const read of readers) {
      const found = read(entity)
      if (found === undefined) continue
      if (test(found.value)) return true
      isMissing = false
    }
    return isMissing && whenMissing
  }
}

function checkType(field: string, predicate: KeyFilter['predicate']): void {
  const wanted = field === NUMBER_FIELD ? 'NUMERIC' : 'STRING'
  const wrong = typesOf(predicate).find((type) => type !== wanted)
  if (wrong !== undefined) {
    throw badRequest(`The field '${field}' cannot be filtered by a ${wrong} predicate; give a ${wanted} one.`)
  }
}
