import type { DatabaseSync } from 'node:sqlite'

/** Runs steps in one transaction: all or none of their writes stay. */
export function inTransaction<T>(db: DatabaseSync, steps: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = steps()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite may have rolled back by itself already, for example when the disk is full.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
