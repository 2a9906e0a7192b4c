import type { EntityKey } from '@greenwave/contract/wire/entityQueries'
import { literalOf, numberOf } from '../../data/values/numberLiteral.ts'
import { orderKey } from '../../store/textOrder.ts'
import { shownValueReader, type ValueReaders } from './keyValues.ts'
import { type FieldSource, fieldReader, type QueriedEntity } from './queriedEntity.ts'

/** An entity with what it is ordered by: first the number, then the text, then the id. */
export interface OrderedEntity {
  readonly entity: QueriedEntity
  /** Infinity for a value that is no number, and for an empty field. */
  readonly number: number
  /** A key of the order of texts (`textOrder.ts`). */
  readonly text: string
}

/** Returns an entity with what it is ordered by. */
export type PlaceInOrder = (entity: QueriedEntity) => OrderedEntity

/**
 * Returns how entities are ordered by a key. Numbers come first, and booleans count as 1 and 0; then what is no number,
 * by its text; missing values have none. Empty fields come last.
 */
export function createOrder(key: EntityKey, fields: FieldSource, values: ValueReaders): PlaceInOrder {
  if (key.type === 'ENTITY_FIELD') {
    const read = fieldReader(key.key, fields)
    return (entity) => {
      const value = read(entity)
      if (typeof value === 'number') return { entity, number: value, text: '' }
      return { entity, number: value === null ? Number.POSITIVE_INFINITY : 0, text: orderKey(value) ?? '' }
    }
  }
  const read = shownValueReader(key, values)
  return (entity) => {
    const value = read(entity)?.value ?? null
    const number = typeof value === 'boolean' ? Number(value) : (numberOf(value) ?? Number.POSITIVE_INFINITY)
    return { entity, number, text: textOf(value) }
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return orderKey(value) ?? ''
  const isJson = typeof value === 'object' && value !== null && literalOf(value) === undefined
  return isJson ? (orderKey(JSON.stringify(value)) ?? '') : ''
}

/** Compares two entities, ascending. */
export function compareInOrder(a: OrderedEntity, b: OrderedEntity): number {
  if (a.number !== b.number) return a.number < b.number ? -1 : 1
  if (a.text !== b.text) return a.text < b.text ? -1 : 1
  return a.entity.id < b.entity.id ? -1 : a.entity.id > b.entity.id ? 1 : 0
}
