import { existsSync, readdirSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Finding } from '@greenwave/client/doctor/finding'
import type { HistoryRetention } from '../data/history/historyFiles.ts'
import { schemaVersion } from '../sqlite/migrate.ts'
import { missingFromFolder } from '../store/checkContents.ts'
import { checkDatabase } from '../store/checkDatabase.ts'
import { type DatabaseFile, databaseFiles } from '../store/databaseFiles.ts'
import { CONTENTS_FILE } from '../store/folderContents.ts'
import { attempt, type Found } from './attempt.ts'

/** A database up to this size is read whole, which takes about a second. */
const READ_WHOLE_BYTES = 268_435_456

const OLD_SCHEMA = 'which the next start brings up to date'

/**
 * Looks at a data folder, also of a running platform, and changes nothing: whether it is whole, whether its databases
 * can be read, by which releases, and who may read it.
 * @param isThorough reads every page of every database; otherwise of large ones only what a start reads
 */
export function checkFolder(
  dataDir: string,
  retention: HistoryRetention,
  { isThorough, nowMs }: { readonly isThorough: boolean; readonly nowMs: number },
): Finding[] {
  if (!existsSync(dataDir)) {
    const fix = 'Start Greenwave, or name its folder with GREENWAVE_DATA_DIR'
    return [{ check: 'data folder', level: 'error', says: `${dataDir} does not exist`, fix }]
  }
  const entries = readdirSync(dataDir)
  if (!entries.some((name) => name === CONTENTS_FILE || name.endsWith('.db'))) {
    const fix = 'Name the folder of the installation with GREENWAVE_DATA_DIR; of the demonstration it is data/demo'
    return [{ check: 'data folder', level: 'error', says: `${dataDir} contains no installation`, fix }]
  }
  let files: readonly DatabaseFile[] = []
  const listed = attempt('databases', () => {
    files = databaseFiles(dataDir)
    return { level: 'ok', says: `${files.length} in ${dataDir}` }
  })
  return [
    attempt('data folder', () => checkWhole(dataDir, retention, nowMs)),
    listed,
    ...files.map(({ name, path, migrations, depthAtStart }) =>
      attempt(`database ${name}`, () => {
        const isRead = isThorough || statSync(path).size <= READ_WHOLE_BYTES
        checkDatabase(path, migrations, isRead ? 'pages' : depthAtStart)
        const version = versionOf(path)
        const isOld = version < migrations.length
        return { level: 'ok', says: `schema ${version}, ${isOld ? OLD_SCHEMA : 'the current one'}` }
      }),
    ),
    attempt('privacy', () => checkPrivacy(dataDir)),
  ]
}

function checkWhole(dataDir: string, retention: HistoryRetention, nowMs: number): Found {
  const missing = missingFromFolder(dataDir, retention, nowMs)
  if (missing.length === 0) return { level: 'ok', says: `${dataDir} has all that it lists` }
  const fix = 'Put it back, or restore a backup with "greenwave restore --overwrite"'
  return { level: 'error', says: `${dataDir} lacks ${missing.join('; ')}`, fix }
}

function versionOf(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return schemaVersion(db)
  } finally {
    db.close()
  }
}

function checkPrivacy(dataDir: string): Found {
  const mode = statSync(dataDir).mode & 0o777
  if ((mode & 0o077) === 0) return { level: 'ok', says: 'only its own user can read the data folder' }
  const fix = `Run: chmod 700 ${dataDir}`
  return { level: 'warning', says: `other users may look into ${dataDir} (mode ${mode.toString(8)})`, fix }
}
