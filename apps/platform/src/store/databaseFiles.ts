import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { historyDays, historyFile, historyMigrations } from '../data/history/historyFiles.ts'
import { TELEMETRY_MIGRATIONS } from '../data/journal/telemetryMigrations.ts'
import { GROWING_TABLE_NAMES } from '../sqlite/damage.ts'
import type { Migration } from '../sqlite/migrate.ts'
import { type CheckDepth, checkDatabase } from './checkDatabase.ts'
import { ENTITY_MIGRATIONS } from './entityMigrations.ts'

/** Names inside a data folder, and inside a backup. */
export const ENTITY_FILE = 'greenwave.db'
export const TELEMETRY_FILE = 'telemetry.db'
export const HISTORY_FOLDER = 'history'
export const SIGNING_KEY_FILE = 'signing.key'
export const EVIDENCE_KEY_FILE = 'evidence.key'

/** Database of a folder. */
export interface DatabaseFile {
  /** Path relative to the folder, with slashes on every system. */
  readonly name: string
  readonly path: string
  readonly migrations: readonly Migration[]
  /** Depth of the check at a start: databases that grow without limit are checked in outline only. */
  readonly depthAtStart: CheckDepth
}

/**
 * Returns the databases of a folder in the order in which a copy must take them. In this order at least one copy has
 * the values that move from the journal to history meanwhile, and no copied device lacks its owner.
 */
export function databaseFiles(folder: string): DatabaseFile[] {
  const historyFolder = join(folder, HISTORY_FOLDER)
  const days = existsSync(historyFolder) ? historyDays(historyFolder) : []
  const files: DatabaseFile[] = [
    {
      name: TELEMETRY_FILE,
      path: join(folder, TELEMETRY_FILE),
      migrations: TELEMETRY_MIGRATIONS,
      depthAtStart: 'pages',
    },
    ...days.map((day): DatabaseFile => {
      const path = historyFile(historyFolder, day)
      return { name: `${HISTORY_FOLDER}/${day}.db`, path, migrations: historyMigrations(day), depthAtStart: 'outline' }
    }),
    {
      name: ENTITY_FILE,
      path: join(folder, ENTITY_FILE),
      migrations: ENTITY_MIGRATIONS,
      depthAtStart: { pagesWithout: GROWING_TABLE_NAMES },
    },
  ]
  return files.filter(({ path }) => existsSync(path))
}

/** Throws StoreRefused for a folder with a damaged database or one that a later release wrote. Changes nothing. */
export function checkDatabaseFiles(folder: string): void {
  for (const { path, migrations, depthAtStart } of databaseFiles(folder)) checkDatabase(path, migrations, depthAtStart)
}

/** Reads every page of every database of a folder, and throws StoreRefused for the first that is damaged. */
export function checkEveryPage(folder: string): void {
  for (const { path, migrations } of databaseFiles(folder)) checkDatabase(path, migrations, 'pages')
}
