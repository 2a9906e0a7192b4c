import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Finding } from '@greenwave/doctor/finding'
import type { HistoryRetention } from '../data/history/historyFiles.ts'
import { schemaVersion } from '../sqlite/migrate.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { missingFromFolder } from '../store/checkContents.ts'
import { checkDatabase } from '../store/checkDatabase.ts'
import { databaseFiles } from '../store/databaseFiles.ts'

/**
 * Looks at a data folder, also of a running platform, and changes nothing: whether it is whole, whether its databases
 * can be read, by which releases, and who may read it.
 * @param isThorough reads every page of every database; otherwise only what a start reads
 */
export function checkFolder(
  dataDir: string,
  retention: HistoryRetention,
  { isThorough, nowMs }: { readonly isThorough: boolean; readonly nowMs: number },
): Finding[] {
  if (!existsSync(dataDir)) {
    const mend = 'Start Greenwave, or name its folder with GREENWAVE_DATA_DIR'
    return [{ check: 'data folder', level: 'error', says: `${dataDir} does not exist`, mend }]
  }
  return [
    checkWhole(dataDir, retention, nowMs),
    ...databaseFiles(dataDir).flatMap(({ name, path, migrations, depthAtStart }) =>
      attempt(`database ${name}`, () => {
        checkDatabase(path, migrations, isThorough ? 'pages' : depthAtStart)
        const version = versionOf(path)
        const isOld = version < migrations.length
        return `schema ${version}, ${isOld ? 'which the next start brings up to date' : 'the current one'}`
      }),
    ),
    checkPrivacy(dataDir),
  ]
}

function checkWhole(dataDir: string, retention: HistoryRetention, nowMs: number): Finding {
  const check = 'data folder'
  try {
    const missing = missingFromFolder(dataDir, retention, nowMs)
    if (missing.length === 0) return { check, level: 'ok', says: `${dataDir} has all that it lists` }
    const mend = 'Put it back, or restore a backup with "greenwave restore --overwrite"'
    return { check, level: 'error', says: `${dataDir} lacks ${missing.join('; ')}`, mend }
  } catch (error) {
    return refusal(check, error)
  }
}

function attempt(check: string, work: () => string): Finding {
  try {
    return { check, level: 'ok', says: work() }
  } catch (error) {
    return refusal(check, error)
  }
}

/** Refusals of the store say what to do after a colon. */
function refusal(check: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error)
  const colon = error instanceof StoreRefused ? message.lastIndexOf(': ') : -1
  if (colon < 0) return { check, level: 'error', says: message, mend: 'See that this user may read the data folder' }
  const mend = message.slice(colon + 2)
  return {
    check,
    level: 'error',
    says: message.slice(0, colon),
    mend: `${mend.slice(0, 1).toUpperCase()}${mend.slice(1)}`,
  }
}

function versionOf(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return schemaVersion(db)
  } finally {
    db.close()
  }
}

function checkPrivacy(dataDir: string): Finding {
  const check = 'privacy'
  const mode = statSync(dataDir).mode & 0o777
  if ((mode & 0o077) === 0) return { check, level: 'ok', says: 'only its own user can read the data folder' }
  const mend = `Run: chmod 700 ${dataDir}`
  return { check, level: 'warning', says: `other users may look into ${dataDir} (mode ${mode.toString(8)})`, mend }
}
