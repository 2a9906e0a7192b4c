import { DatabaseSync } from 'node:sqlite'
import { ENTITY_MIGRATIONS } from './entityMigrations.ts'
import { watchPresence } from './filePresence.ts'
import { migrate } from './migrate.ts'

/** The connection that all repositories share, and the transaction they take part in. */
export interface EntityDatabase {
  readonly db: DatabaseSync
  /** Runs steps in a transaction; nested ones that fail undo their own writes only. */
  readonly transaction: <T>(steps: () => T) => T
  /** Calls after each outermost transaction, whether it was committed or undone. */
  readonly onSettled: (listener: () => void) => void
}

/** Opens `greenwave.db` (or `:memory:`) and brings its schema up to date. A commit is on disk when it returns. */
export function openEntityDatabase(path: string): EntityDatabase {
  const db = new DatabaseSync(path, { timeout: 5000 })
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000',
  )
  migrate(db, path, ENTITY_MIGRATIONS)
  const listeners: (() => void)[] = []
  const checkPresence = path === ':memory:' ? () => {} : watchPresence(path)
  const transaction = createTransaction(db, checkPresence, () => {
    for (const listener of listeners) listener()
  })
  return {
    db,
    transaction,
    onSettled(listener) {
      listeners.push(listener)
    },
  }
}

/** Transactions that may nest: an inner one that fails undoes its own writes only. */
function createTransaction(db: DatabaseSync, checkPresence: () => void, settled: () => void): <T>(steps: () => T) => T {
  let depth = 0
  return (steps) => {
    if (depth === 0) checkPresence()
    const name = `level${depth}`
    db.exec(depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${name}`)
    depth += 1
    try {
      const result = steps()
      db.exec(depth === 1 ? 'COMMIT' : `RELEASE ${name}`)
      return result
    } catch (error) {
      // SQLite may have rolled back by itself already, for example when the disk is full.
      if (db.isTransaction) db.exec(depth === 1 ? 'ROLLBACK' : `ROLLBACK TO ${name}; RELEASE ${name}`)
      throw error
    } finally {
      depth -= 1
      if (depth === 0) settled()
    }
  }
}
