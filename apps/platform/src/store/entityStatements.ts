/** @file The interface between repositories and the entity database. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { imageLinksIn, linkOfImage } from '@greenwave/contract/wire/imageLinks'

/** The value of a column. */
type SqlValue = string | number | bigint | null | Uint8Array

/** Values for the `?` of a statement in their order, or one object for named parameters. */
export type SqlParameters = SqlValue[] | [NamedValues]

type NamedValues = Record<string, SqlValue>

/** A prepared statement. */
export interface EntityStatement {
  get(...values: SqlParameters): Record<string, unknown> | undefined
  all(...values: SqlParameters): Record<string, unknown>[]
  /** Like `all`, one row at a time. */
  iterate(...values: SqlParameters): Iterable<Record<string, unknown>>
  /** Writes. All writing must use `run`, because only its writes reach the disk. */
  run(...values: SqlParameters): unknown
}

/** Prepares statements on the entity database. */
export interface EntityStatements {
  readonly prepare: (sql: string) => EntityStatement
}

/** Returns the statements of a database without recording their writes. */
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

/** Creates a function that reads what an image shows; empty for an image that is gone. */
export function createImageReads({ prepare }: EntityStatements): (id: string) => Uint8Array {
  const select = prepare('SELECT content FROM image_contents WHERE image_id = ?')
  return (id) => {
    const content = select.get(id)?.content
    return content instanceof Uint8Array ? content : new Uint8Array()
  }
}

/** Creates a function that returns the links of images in comments on alarms, as JSON text in UTF-8. */
export function createImageLinkReads({ prepare }: EntityStatements): () => Uint8Array {
  const select = prepare('SELECT body FROM alarm_comments WHERE instr(body, ?) > 0')
  return () => {
    const links = new Set<string>()
    for (const { body } of select.iterate(linkOfImage('')))
      for (const link of imageLinksIn(String(body))) links.add(link)
    return new TextEncoder().encode(JSON.stringify([...links]))
  }
}

/** A statement and the values it was run with. */
export type RecordedWrite = readonly [sql: string, values: SqlParameters]

/** Writes that reach the disk together or not at all. */
export interface WriteUnit {
  readonly writes: readonly RecordedWrite[]
  /**
   * True for lasting writes, which hold even when they cannot be written, such as a sign-out. When the disk fails they
   * stay in memory and are tried again.
   */
  readonly isLasting: boolean
}
