/** @file A data folder as the first release left it. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { HISTORY_MIGRATIONS } from '../data/history/historyFiles.ts'
import { TELEMETRY_MIGRATIONS } from '../data/journal/telemetryMigrations.ts'
import { migrate } from '../sqlite/migrate.ts'
import { ENTITY_MIGRATIONS } from '../store/entityMigrations.ts'

/** The device of that folder: a latest T_D1 of 26, and Mode 0 as the last setting, both still in the journal. */
export const FIRST_RELEASE_DEVICE = { id: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10', name: 'TLC-0007' } as const
export const FIRST_RELEASE_TENANT = '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10'

/** Makes the databases of the first release, with their data, in an empty folder. */
export function makeFirstRelease(folder: string): void {
  mkdirSync(join(folder, 'history'))
  for (const [name, file, migrations] of [
    ['entities', 'greenwave.db', ENTITY_MIGRATIONS],
    ['telemetry', 'telemetry.db', TELEMETRY_MIGRATIONS],
    ['history', `history/${new Date().toISOString().slice(0, 10)}.db`, HISTORY_MIGRATIONS],
  ] as const) {
    const db = new DatabaseSync(join(folder, file))
    migrate(db, file, migrations.slice(0, 1))
    db.exec(readFileSync(join(import.meta.dirname, '../store/fixtures', `${name}-schema-1.sql`), 'utf8'))
    db.close()
  }
}
