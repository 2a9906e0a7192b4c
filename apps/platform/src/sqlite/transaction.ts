import type { DatabaseSync } from 'node:sqlite'

/** Runs steps in one transaction: either all of their writes stay or none. */
export function inTransaction<T>(db: DatabaseSync, steps: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = steps()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite may already have rolled back, for example when the disk is full.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
