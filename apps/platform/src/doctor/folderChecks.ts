import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Finding } from '@greenwave/client/doctor/finding'
import type { HistoryRetention } from '../data/history/historyFiles.ts'
import { schemaVersion } from '../sqlite/migrate.ts'
import { missingFromFolder, refuseForeignDatabases } from '../store/checkContents.ts'
import { checkDatabase } from '../store/checkDatabase.ts'
import { type DatabaseFile, databaseFiles, EVIDENCE_KEY_FILE, SIGNING_KEY_FILE } from '../store/databaseFiles.ts'
import { readSigner } from '../store/evidenceKey.ts'
import { CONTENTS_FILE, readContents } from '../store/folderContents.ts'
import { readOrMakeSigningKey } from '../store/signingKey.ts'
import { attempt, type Found } from './attempt.ts'
import { checkContents } from './contentsCheck.ts'

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
    return [
      {
        check: 'data folder',
        level: 'error',
        says: `${dataDir} does not exist`,
        fix,
      },
    ]
  }
  const entries = readdirSync(dataDir)
  if (!entries.some((name) => name === CONTENTS_FILE || name.endsWith('.db'))) {
    const fix = 'Name the folder of the installation with GREENWAVE_DATA_DIR; of the demonstration it is data/demo'
    return [
      {
        check: 'data folder',
        level: 'error',
        says: `${dataDir} contains no installation`,
        fix,
      },
    ]
  }
  let files: readonly DatabaseFile[] = []
  const listed = attempt('databases', () => {
    files = databaseFiles(dataDir)
    return { level: 'ok', says: `${files.length} in ${dataDir}` }
  })
  const databases = files.map(({ name, path, migrations, depthAtStart }) =>
    attempt(`database ${name}`, () => {
      const isRead = isThorough || statSync(path).size <= READ_WHOLE_BYTES
      checkDatabase(path, migrations, isRead ? 'pages' : depthAtStart)
      const version = versionOf(path)
      const isOld = version < migrations.length
      return {
        level: 'ok',
        says: `schema ${version}, ${isOld ? OLD_SCHEMA : 'the current one'}`,
        figures: { schema: version },
      }
    }),
  )
  const areReadable = databases.every(({ level }) => level === 'ok')
  return [
    attempt('data folder', () => checkWhole(dataDir, retention, nowMs)),
    listed,
    ...databases,
    ...(areReadable
      ? [attempt('origin', () => checkOrigin(dataDir)), attempt('contents', () => checkContents(dataDir))]
      : []),
    attempt('keys', () => checkKeys(dataDir)),
    attempt('privacy', () => checkPrivacy(dataDir)),
  ]
}

function checkWhole(dataDir: string, retention: HistoryRetention, nowMs: number): Found {
  const contents = join(dataDir, CONTENTS_FILE)
  if (!existsSync(contents)) {
    const fix = 'Start Greenwave, which rewrites it from what the databases state'
    return {
      level: 'warning',
      says: `${contents} is missing, so that missing files cannot be named`,
      fix,
    }
  }
  const missing = missingFromFolder(dataDir, retention, nowMs)
  if (missing.length === 0) return { level: 'ok', says: `${dataDir} has all that it lists` }
  const fix =
    'Put it back, restore a backup with "greenwave restore --overwrite", or permanently accept the loss with "greenwave accept-loss"'
  return {
    level: 'error',
    says: `${dataDir} lacks ${missing.join('; ')}`,
    fix,
  }
}

function checkOrigin(dataDir: string): Found {
  refuseForeignDatabases(dataDir)
  return { level: 'ok', says: 'all databases belong to this installation' }
}

/** Reads the keys as a start does, but makes none. */
function checkKeys(dataDir: string): Found {
  const { installation, signingKey } = readContents(dataDir) ?? {}
  const path = join(dataDir, SIGNING_KEY_FILE)
  if (existsSync(path)) readOrMakeSigningKey(dataDir)
  else if (signingKey !== undefined) {
    const fix = 'Restore it from a backup, or start Greenwave, which makes another'
    return {
      level: 'warning',
      says: `${path} is missing: everyone will be signed out, nothing else is lost`,
      fix,
    }
  }
  const evidenceKey = join(dataDir, EVIDENCE_KEY_FILE)
  if (existsSync(evidenceKey)) readSigner(evidenceKey, installation ?? '')
  return { level: 'ok', says: 'those of sign-in and evidence can be read' }
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
  return {
    level: 'warning',
    says: `other users may look into ${dataDir} (mode ${mode.toString(8)})`,
    fix,
  }
}
