/** @file How repositories speak to the entity database. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** A value of a column. */
type SqlValue = string | number | bigint | null

/** Values for the `?` of a statement in their order, or one object for its named ones. */
export type SqlParameters = SqlValue[] | [NamedValues]

type NamedValues = Record<string, SqlValue>

/** A prepared statement. */
export interface EntityStatement {
  get(...values: SqlParameters): Record<string, unknown> | undefined
  all(...values: SqlParameters): Record<string, unknown>[]
  /** Like `all`, a row at a time. */
  iterate(...values: SqlParameters): Iterable<Record<string, unknown>>
  /** Writes. All writing goes through `run`: the disk is told of nothing else. */
  run(...values: SqlParameters): unknown
}

export interface EntityStatements {
  readonly prepare: (sql: string) => EntityStatement
}

/** A database's own statements in this form. Nothing is recorded. */
export function plainStatements(db: DatabaseSync): EntityStatements {
  return { prepare: (sql) => plainStatement(db.prepare(sql)) }
}

function plainStatement(statement: StatementSync): EntityStatement {
  return {
    get: (...values) => (isNamed(values) ? statement.get(values[0]) : statement.get(...values)),
    all: (...values) => (isNamed(values) ? statement.all(values[0]) : statement.all(...values)),
    iterate: (...values) => (isNamed(values) ? statement.iterate(values[0]) : statement.iterate(...values)),
    run: (...values) => (isNamed(values) ? statement.run(values[0]) : statement.run(...values)),
  }
}

function isNamed(values: SqlParameters): values is [NamedValues] {
  return typeof values[0] === 'object' && values[0] !== null
}

/** A statement with the values that it was run with. */
export type RecordedWrite = readonly [sql: string, values: SqlParameters]

/** Writes that reach the disk together or not at all. */
export interface WriteUnit {
  readonly writes: readonly RecordedWrite[]
  /**
   * True for what holds whether or not it could be written, such as a sign-out: it stays in memory when the disk fails, and is
   * tried again.
   */
  readonly stands: boolean
}
