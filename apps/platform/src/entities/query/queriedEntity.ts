import type { EntityType } from '@greenwave/contract/wire/ids'

/** An entity as queries see it. A customer is named by its title, a user by the e-mail address. */
export interface QueriedEntity {
  readonly id: string
  /** The place of a device in columns of values (valueColumns.ts); other entities have none. */
  readonly place?: number
  /** Epoch milliseconds. */
  readonly createdTime: number
  readonly name: string
  readonly label: string | null
  readonly type: string
  /** The title of the customer that it belongs to; null when it belongs to the tenant alone. */
  readonly customerTitle: string | null
  /** Fields that only entities of this kind have. */
  readonly ownFields?: Readonly<Record<string, string | null>>
}

/** The value of a field: createdTime is a number, all others are text. */
export type FieldValue = string | number | null

/** Sources of the fields of all entities of a kind, besides the entity. */
export interface FieldSource {
  readonly entityType: EntityType
  readonly tenantTitle: string
  /** Returns the free-form notes of an entity as JSON text. */
  additionalInfo(id: string): string | null
}

type ReadField = (entity: QueriedEntity, source: FieldSource) => FieldValue

const FIELDS: ReadonlyMap<string, ReadField> = new Map<string, ReadField>([
  ['createdTime', ({ createdTime }) => createdTime],
  ['entityType', (_, { entityType }) => entityType],
  ['name', ({ name }) => name],
  ['title', ({ name }) => name],
  ['label', ({ label }) => label],
  ['type', ({ type }) => type],
  ['displayName', ({ name, label }) => (label === null || label.trim() === '' ? name : label)],
  ['ownerName', ({ customerTitle }, { tenantTitle }) => customerTitle ?? tenantTitle],
  ['ownerType', ({ customerTitle }) => (customerTitle === null ? 'TENANT' : 'CUSTOMER')],
  ['additionalInfo', ({ id }, source) => source.additionalInfo(id)],
])

/** Returns the function that reads a field. A field that an entity does not have is the empty text. */
export function fieldReader(name: string, source: FieldSource): (entity: QueriedEntity) => FieldValue {
  const read = FIELDS.get(name)
  if (read) return (entity) => read(entity, source)
  return ({ ownFields }) => {
    const own = ownFields !== undefined && Object.hasOwn(ownFields, name) ? ownFields[name] : ''
    return own === undefined ? '' : own
  }
}

/** The only field that is a number. */
export const NUMBER_FIELD = 'createdTime'
