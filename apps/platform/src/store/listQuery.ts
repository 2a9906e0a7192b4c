import type { Page } from '@greenwave/contract/page'
import type { EntityStatement, EntityStatements } from './entityStatements.ts'
import { PageBudget } from './pageBudget.ts'
import type { PageLink } from './store.ts'
import { searchPattern } from './textOrder.ts'

/** A list over one table: which column orders each sort property, and which columns a text search looks at. */
export interface ListShape {
  readonly table: string
  /** What is read of each row; `body` where the row's JSON is all that is needed. */
  readonly columns: string
  readonly sort: Readonly<Record<string, string>>
  readonly search: readonly string[]
  /** A number that grows with each row, for lists in which rows of one millisecond keep the order in which they came; else the id decides. */
  readonly sequence?: string
}

/** A part of a WHERE clause with the value of its `?`. */
export interface Condition {
  readonly sql: string
  readonly value: string | number
}

type Row = Record<string, unknown>

/** Condition that a column is one of some texts; one statement serves any number of them. */
export function oneOf(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, value: JSON.stringify(values) }
}

/** Reads pages of a list, of rows that have a `body`. Throws PageTooLarge. Statements are prepared once for each combination of conditions and order that is asked for. */
export function createListReader<T>(db: EntityStatements, shape: ListShape, read: (row: Row) => T) {
  const statements = new Map<string, EntityStatement>()
  const prepared = (sql: string): EntityStatement => {
    const known = statements.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return (conditions: readonly Condition[], link: PageLink): Page<T> => {
    const search = link.textSearch
    const parts = conditions.map((condition) => condition.sql)
    const values: (string | number)[] = conditions.map((condition) => condition.value)
    if (search !== undefined && search !== '') {
      // First, since `?1` must be the first parameter that the statement names.
      parts.unshift(`(${shape.search.map((column) => `${column} LIKE ?1`).join(' OR ')})`)
      values.unshift(searchPattern(search))
    }
    const where = parts.join(' AND ')
    const counted = prepared(`SELECT count(*) AS total FROM ${shape.table} WHERE ${where}`).get(...values)
    const total = Number(counted?.total ?? 0)
    const offset = link.page * link.pageSize
    if (offset >= total) return pageOf([], total, link)
    const budget = new PageBudget()
    const data: T[] = []
    const select = `SELECT ${shape.columns} FROM ${shape.table} WHERE ${where} ${orderBy(shape, link)} LIMIT ? OFFSET ?`
    for (const row of prepared(select).iterate(...values, link.pageSize, offset)) {
      budget.take(String(row.body).length)
      data.push(read(row))
    }
    return pageOf(data, total, link)
  }
}

/** A page of a list that has `total` items in all. */
export function pageOf<T>(data: T[], total: number, link: PageLink): Page<T> {
  return {
    data,
    totalPages: Math.ceil(total / link.pageSize),
    totalElements: total,
    hasNext: (link.page + 1) * link.pageSize < total,
  }
}

function orderBy(shape: ListShape, link: PageLink): string {
  if (link.sortProperty === undefined) return 'ORDER BY id'
  const column = shape.sort[link.sortProperty]
  if (column === undefined) {
    throw new RangeError(
      `Cannot sort ${shape.table} by '${link.sortProperty}'; sort by ${Object.keys(shape.sort).join(', ')}`,
    )
  }
  const tie = shape.sequence === undefined ? 'id' : `${shape.sequence} ${link.sortOrder}`
  return `ORDER BY ${column} ${link.sortOrder} NULLS LAST, ${tie}`
}
