import type { DatabaseSync } from 'node:sqlite'
import {
  type EntityStatement,
  type EntityStatements,
  plainStatements,
  type RecordedWrite,
  type SqlParameters,
  type WriteUnit,
} from './entityStatements.ts'

/**
 * A database in memory that records its writes, one unit for each outermost transaction, so that they can be written to
 * disk too.
 */
export interface RecordedDatabase {
  readonly statements: EntityStatements
  /** Runs steps in a transaction. A nested transaction that fails undoes only its own writes. */
  readonly transaction: <T>(steps: () => T) => T
  /**
   * Runs steps in a transaction of lasting writes (`WriteUnit.isLasting`). Inside another transaction they share its
   * fate.
   */
  readonly lastingTransaction: <T>(steps: () => T) => T
  /** Adds a write for the disk only to the current transaction, or as a unit of its own. */
  readonly recordOnly: (write: RecordedWrite, isLasting: boolean) => void
  /** Repeats the writes of a unit after they were undone. Records nothing. */
  repeat(unit: WriteUnit): void
}

/** Callbacks of a recorded database. */
export interface RecordedDatabaseEvents {
  /** Called before each outermost transaction that the disk may refuse; may throw to refuse it. */
  readonly beforeWrite: () => void
  /** Called when a unit was committed in memory. */
  readonly onUnit: (unit: WriteUnit) => void
  /** Called after each outermost transaction, committed or not. */
  readonly onSettled: () => void
}

/** Thrown for a write that exceeds the memory that entities, or some of them, may take. */
export class StoreFull extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreFull'
  }
}

const FULL_MESSAGE = 'The installation holds as many entities as it may: delete some before you add others.'

/** SQLite's error code for a database that may not grow. */
const SQLITE_FULL = 13

/** Creates a recorded database over a database in memory. */
export function createRecordedDatabase(db: DatabaseSync, events: RecordedDatabaseEvents): RecordedDatabase {
  const plain = plainStatements(db)
  let depth = 0
  let writes: RecordedWrite[] = []
  // Writes for the disk only are skipped when a unit is repeated in memory.
  const diskOnly = new WeakSet<RecordedWrite>()

  function inTransaction<T>(isLasting: boolean, steps: () => T): T {
    if (depth === 0 && !isLasting) events.beforeWrite()
    const savepoint = `level${depth}`
    const recordedBefore = writes.length
    db.exec(depth === 0 ? 'BEGIN' : `SAVEPOINT ${savepoint}`)
    depth += 1
    try {
      const result = steps()
      db.exec(depth === 1 ? 'COMMIT' : `RELEASE ${savepoint}`)
      return result
    } catch (error) {
      // SQLite may already have rolled back, for example when its memory limit is reached.
      if (db.isTransaction) db.exec(depth === 1 ? 'ROLLBACK' : `ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`)
      writes.length = recordedBefore
      const isFull = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL
      throw isFull ? new StoreFull(FULL_MESSAGE, { cause: error }) : error
    } finally {
      depth -= 1
      if (depth === 0) settle(isLasting)
    }
  }

  function settle(isLasting: boolean): void {
    const unit = { writes, isLasting }
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
    lastingTransaction: (steps) => inTransaction(true, steps),
    recordOnly(write, isLasting) {
      diskOnly.add(write)
      if (depth > 0) writes.push(write)
      else events.onUnit({ writes: [write], isLasting })
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
