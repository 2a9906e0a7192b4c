import type { DatabaseSync } from 'node:sqlite'
import { StoreRefused } from './storeRefused.ts'

/** One step of a database's schema. Steps are numbered from 1 without gaps. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/** The schema version that a database states of itself; 0 for an empty one. */
export function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}

/** Refuses a database that a later release wrote. */
export function refuseNewer(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  const version = schemaVersion(db)
  if (version > migrations.length) {
    throw new StoreRefused(
      `${file} was written by a newer release (schema ${version}, this one knows ${migrations.length}): ` +
        'start that release, or restore a backup made by this one.',
    )
  }
}

/** Climbs from the database's version to the newest, all steps in one transaction. */
export function migrate(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  refuseNewer(db, file, migrations)
  const from = schemaVersion(db)
  if (from === migrations.length) return
  db.exec('BEGIN IMMEDIATE')
  try {
    for (const step of migrations.slice(from)) db.exec(step.sql)
    db.exec(`PRAGMA user_version = ${migrations.length}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
