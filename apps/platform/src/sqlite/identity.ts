import { DatabaseSync } from 'node:sqlite'

/**
 * What a database states of where it belongs. `installation` names the data folder; `telemetry` the `telemetry.db` whose numbers
 * of devices and keys its rows are told by.
 */
export interface Identity {
  readonly installation?: string | undefined
  readonly telemetry?: string | undefined
}

/** The statement that makes the table; part of a migration of each kind of database. */
export const IDENTITY_TABLE = 'CREATE TABLE identity (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;'

/** What a database file states; nothing where an earlier release wrote it. Changes nothing. */
export function readIdentity(path: string): Identity {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    if (!hasTable(db, 'identity')) return {}
    return Object.fromEntries(
      db
        .prepare("SELECT name, value FROM identity WHERE name IN ('installation', 'telemetry')")
        .all()
        .map(({ name, value }) => [String(name), String(value)]),
    )
  } finally {
    db.close()
  }
}

/** Returns whether a database has a table of this name. */
export function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined
}

/**
 * Writes what an open database is to state, in a transaction. That always writes, so that from now on, until the last connection
 * is closed, the database has a log beside it that is not empty: a start can tell that one was taken away.
 */
export function writeIdentity(db: DatabaseSync, identity: Identity): void {
  const write = db.prepare(
    'INSERT INTO identity (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  const opened = "INSERT INTO identity VALUES ('opened', '1') ON CONFLICT (name) DO UPDATE SET value = value + 1"
  db.exec('BEGIN IMMEDIATE')
  try {
    for (const [name, value] of Object.entries(identity)) if (value !== undefined) write.run(name, value)
    db.exec(opened)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
