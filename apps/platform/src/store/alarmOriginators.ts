/** @file SQL about the originators of alarms: what each kind is called, and which customer it belongs to now. */
import type { EntityRef } from '@greenwave/contract/wire/ids'
import type { Condition } from './listQuery.ts'

/** The columns of a kind of originator. */
interface OriginatorColumns {
  readonly table: string
  readonly name: string
  /** Expression of its label; null where the kind has none. */
  readonly label: string | null
  readonly owner: string
}

/** Kinds of entities that alarms can be about. */
export const ORIGINATORS = {
  DEVICE: { table: 'devices', name: 'name', label: 'label', owner: 'customer_id' },
  ASSET: { table: 'assets', name: 'name', label: "body ->> '$.label'", owner: 'customer_id' },
  CUSTOMER: { table: 'customers', name: 'title', label: null, owner: 'id' },
} as const satisfies Partial<Record<EntityRef['entityType'], OriginatorColumns>>

const kinds: readonly OriginatorColumns[] = Object.values(ORIGINATORS)

const nameOf = ({ name }: OriginatorColumns): string => name
/** The label of an originator, or its name if it has none. */
const labelOf = ({ name, label }: OriginatorColumns): string =>
  label === null ? name : `coalesce(nullif(${label}, ''), ${name})`

const ofOriginator = (column: (kind: OriginatorColumns) => string): string =>
  `coalesce(${kinds.map((kind) => `(SELECT ${column(kind)} FROM ${kind.table} WHERE id = originator_id)`).join(', ')})`

/** Orders alarms by the names, or by the labels, of their originators. */
export const BY_NAME = `order_key(${ofOriginator(nameOf)})`
export const BY_LABEL = `order_key(${ofOriginator(labelOf)})`

/** Name and label of the originator of an alarm, to be searched. */
export const SEARCHED_NAME = `fold_text(${ofOriginator(nameOf)})`
export const SEARCHED_LABEL = `fold_text(${ofOriginator(labelOf)})`

/** Returns the condition that the originator of an alarm belongs to a customer now, or is this customer. */
export const ownedBy = (customerId: string): Condition => ({
  sql: `originator_id IN (WITH owner (owner_id) AS (SELECT ?) ${kinds
    .map(({ table, owner }) => `SELECT id FROM ${table}, owner WHERE ${owner} = owner_id`)
    .join(' UNION ALL ')})`,
  value: customerId,
})

/** Holds for an alarm whose originator exists no more. */
export const WITHOUT_ORIGINATOR = kinds
  .map(({ table }) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE id = originator_id)`)
  .join(' AND ')

/** Returns the statement that reads the name and the label of an originator of a kind by its id. */
export const selectNames = (kind: keyof typeof ORIGINATORS): string => {
  const columns: OriginatorColumns = ORIGINATORS[kind]
  return `SELECT ${nameOf(columns)} AS name, ${labelOf(columns)} AS label FROM ${columns.table} WHERE id = ?`
}
