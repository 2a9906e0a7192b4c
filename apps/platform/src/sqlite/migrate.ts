import type { DatabaseSync } from 'node:sqlite'
import { StoreRefused } from './storeRefused.ts'

/** Step of a database's schema. Steps are numbered from 1 without gaps. */
export interface Migration {
  readonly version: number
  readonly sql: string
  /** Functions of one text that the step calls, by name. */
  readonly functions?: Readonly<Record<string, (text: string) => string>>
}

/** Returns the schema version stored in a database; 0 for an empty one. */
export function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}

/** Throws StoreRefused when a later release wrote the database. */
export function refuseNewer(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  const version = schemaVersion(db)
  if (version > migrations.length) {
    throw new StoreRefused(
      `${file} was written by a newer release (schema ${version}, this one knows ${migrations.length}): ` +
        'start that release, or restore a backup made by this one.',
    )
  }
}

/**
 * Brings a database to the newest schema version, all steps in one transaction.
 * @throws {StoreRefused} when a later release wrote it
 */
export function migrate(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  refuseNewer(db, file, migrations)
  const from = schemaVersion(db)
  if (from === migrations.length) return
  db.exec('BEGIN IMMEDIATE')
  try {
    for (const { sql, functions = {} } of migrations.slice(from)) {
      for (const [name, map] of Object.entries(functions)) db.function(name, (text) => map(String(text)))
      db.exec(sql)
    }
    db.exec(`PRAGMA user_version = ${migrations.length}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
