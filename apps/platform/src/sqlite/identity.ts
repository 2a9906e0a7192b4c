import { DatabaseSync } from 'node:sqlite'

/**
 * The origin that is stored in a database. `installation` identifies the data folder. `telemetry` identifies the
 * `telemetry.db` that gave the device and key numbers used in its rows.
 */
export interface Identity {
  readonly installation?: string | undefined
  readonly telemetry?: string | undefined
}

/** The statement that creates the table; part of a migration of each kind of database. */
export const IDENTITY_TABLE = 'CREATE TABLE identity (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;'

/** Reads the identity of a database file; empty when an earlier release wrote it. Changes nothing. */
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
 * Writes the identity of an open database in a transaction. The transaction always writes something: until the last
 * connection closes, the database then has a log that is not empty, and a later start can tell that this log was
 * removed.
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
