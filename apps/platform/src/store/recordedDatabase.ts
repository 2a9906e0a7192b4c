import type { DatabaseSync } from 'node:sqlite'
import {
  type EntityStatement,
  type EntityStatements,
  plainStatements,
  type RecordedWrite,
  type SqlParameters,
  type WriteUnit,
} from './entityStatements.ts'

/** A database in memory whose writes are recorded, a unit for each outermost transaction, to be done on disk as well. */
export interface RecordedDatabase {
  readonly statements: EntityStatements
  /** Runs steps in a transaction; nested ones that fail undo their own writes only. */
  readonly transaction: <T>(steps: () => T) => T
  /** The same for writes that hold even where they cannot be written (`WriteUnit`); inside of another transaction they share its fate. */
  readonly standing: <T>(steps: () => T) => T
  /** Adds a write that is for the disk alone to the transaction that is under way, or as a unit of its own. */
  readonly recordOnly: (write: RecordedWrite, stands: boolean) => void
  /** Does the writes of a unit once more, after they were undone. Records nothing. */
  repeat(unit: WriteUnit): void
}

/** What a recorded database tells. */
export interface RecordedDatabaseEvents {
  /** Before each outermost transaction that the disk may refuse; may throw to refuse it. */
  readonly beforeWrite: () => void
  /** A unit was committed in memory. */
  readonly onUnit: (unit: WriteUnit) => void
  /** After each outermost transaction, whether it was committed or undone. */
  readonly onSettled: () => void
}

/** Thrown for a write that does not fit into the memory that entities may take. */
export class StoreFull extends Error {
  constructor(cause: unknown) {
    super('The installation holds as many entities as it may: delete some before you add others.', { cause })
    this.name = 'StoreFull'
  }
}

/** SQLite's number for a database that may not grow. */
const SQLITE_FULL = 13

export function createRecordedDatabase(db: DatabaseSync, events: RecordedDatabaseEvents): RecordedDatabase {
  const plain = plainStatements(db)
  let depth = 0
  let writes: RecordedWrite[] = []
  // Writes that only the disk knows are skipped when a unit is repeated in memory.
  const diskOnly = new WeakSet<RecordedWrite>()

  function inTransaction<T>(stands: boolean, steps: () => T): T {
    if (depth === 0 && !stands) events.beforeWrite()
    const savepoint = `level${depth}`
    const recordedBefore = writes.length
    db.exec(depth === 0 ? 'BEGIN' : `SAVEPOINT ${savepoint}`)
    depth += 1
    try {
      const result = steps()
      db.exec(depth === 1 ? 'COMMIT' : `RELEASE ${savepoint}`)
      return result
    } catch (error) {
      // SQLite may have rolled back by itself already, for example when the memory allowed to it is full.
      if (db.isTransaction) db.exec(depth === 1 ? 'ROLLBACK' : `ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`)
      writes.length = recordedBefore
      throw error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL ? new StoreFull(error) : error
    } finally {
      depth -= 1
      if (depth === 0) settle(stands)
    }
  }

  function settle(stands: boolean): void {
    const unit = { writes, stands }
    writes = []
    if (unit.writes.length > 0) events.onUnit(unit)
    events.onSettled()
  }

  function prepare(sql: string): EntityStatement {
    const statement = plain.prepare(sql)
    const run = (values: SqlParameters): unknown => {
      const result = statement.run(...values)
      writes.push([sql, values])
      return result
    }
    return {
      ...statement,
      run: (...values) => (depth > 0 ? run(values) : inTransaction(false, () => run(values))),
    }
  }

  return {
    statements: { prepare },
    transaction: (steps) => inTransaction(false, steps),
    standing: (steps) => inTransaction(true, steps),
    recordOnly(write, stands) {
      diskOnly.add(write)
      if (depth > 0) writes.push(write)
      else events.onUnit({ writes: [write], stands })
    },
    repeat({ writes: again }) {
      db.exec('BEGIN')
      try {
        for (const write of again) if (!diskOnly.has(write)) plain.prepare(write[0]).run(...write[1])
        db.exec('COMMIT')
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    },
  }
}
