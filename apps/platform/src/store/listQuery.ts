import type { Page } from '@greenwave/contract/wire/page'
import type { EntityStatement, EntityStatements } from './entityStatements.ts'
import { PageBudget } from './pageBudget.ts'
import type { PageLink } from './store.ts'

/** A list over one table: the column of each sort property, and the columns of a text search. */
export interface ListShape {
  readonly table: string
  /** FROM clause of a list that joins its table with another. */
  readonly from?: string
  /** The selected columns; `body` when only the row's JSON is needed. */
  readonly columns: string
  readonly sort: Readonly<Record<string, string>>
  readonly search: readonly string[]
  /** Returns the LIKE pattern of a search in these columns. */
  readonly pattern: (text: string) => string
  /**
   * A column that grows with each row. In lists that have one, rows of the same millisecond keep their order of
   * arrival; in others the id decides.
   */
  readonly sequence?: string
  /**
   * True to order the numbers of rows first, and then to read only the rows of the page: quicker where an index holds all
   * by which the list is filtered and ordered.
   */
  readonly ordersNumbers?: true
}

/** A part of a WHERE clause with the value of its `?`. */
export interface Condition {
  readonly sql: string
  readonly value: string | number
}

type Row = Record<string, unknown>

/** Returns the condition that a column is one of some texts. One prepared statement serves any number of texts. */
export function oneOf(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, value: JSON.stringify(values) }
}

/**
 * Creates a reader of a list's pages; the rows must have a `body`. It throws PageTooLarge. A statement is prepared once
 * for each combination of conditions and order.
 */
export function createListReader<T>(db: EntityStatements, shape: ListShape, read: (row: Row) => T) {
  const statements = new Map<string, EntityStatement>()
  const prepared = (sql: string): EntityStatement => {
    const known = statements.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  const from = shape.from ?? shape.table

  /** `columns` are those of the text search. */
  return (conditions: readonly Condition[], link: PageLink, columns = shape.search): Page<T> => {
    const search = link.textSearch
    const parts = conditions.map((condition) => condition.sql)
    const values: (string | number)[] = conditions.map((condition) => condition.value)
    if (search !== undefined && search !== '' && columns.length > 0) {
      // Must come first: `?1` has to be the first parameter in the statement.
      parts.unshift(`(${columns.map((column) => `${column} LIKE ?1`).join(' OR ')})`)
      values.unshift(shape.pattern(search))
    }
    const where = parts.join(' AND ')
    const counted = prepared(`SELECT count(*) AS total FROM ${from} WHERE ${where}`).get(...values)
    const total = Number(counted?.total ?? 0)
    const offset = link.page * link.pageSize
    if (offset >= total) return pageOf([], total, link)
    const budget = new PageBudget()
    const data: T[] = []
    const selected = shape.ordersNumbers ? `${shape.table}.rowid AS number` : shape.columns
    const select = `SELECT ${selected} FROM ${from} WHERE ${where} ${orderBy(shape, link)} LIMIT ? OFFSET ?`
    const rowOf = shape.ordersNumbers && prepared(`SELECT ${shape.columns} FROM ${shape.table} WHERE rowid = ?`)
    for (const found of prepared(select).iterate(...values, link.pageSize, offset)) {
      const row = rowOf ? (rowOf.get(Number(found.number)) ?? {}) : found
      budget.take(String(row.body).length)
      data.push(read(row))
    }
    return pageOf(data, total, link)
  }
}

/** Returns a page of a list that has `total` items in all. */
export function pageOf<T>(data: T[], total: number, link: PageLink): Page<T> {
  return { data, ...pageTotals(total, link) }
}

/** Builds the totals of a page for a list of `total` items. */
export function pageTotals(total: number, { page, pageSize }: Pick<PageLink, 'page' | 'pageSize'>) {
  return {
    totalPages: Math.ceil(total / pageSize),
    totalElements: total,
    hasNext: (page + 1) * pageSize < total,
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
