import { createHash } from 'node:crypto'
import { copyFileSync, createReadStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { VERSION } from '@greenwave/client/version'
import { hasTable } from '../sqlite/identity.ts'
import { createPrivateFile } from '../sqlite/privateFiles.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { type BackupFile, type BackupManifest, MANIFEST_FILE } from './backupManifest.ts'
import {
  type DatabaseFile,
  databaseFiles,
  ENTITY_FILE,
  EVIDENCE_KEY_FILE,
  HISTORY_FOLDER,
  SIGNING_KEY_FILE,
  TELEMETRY_FILE,
} from './databaseFiles.ts'
import { CONTENTS_FILE, readContents, writeContents } from './folderContents.ts'
import { writeSynced } from './writeSynced.ts'

/** Pages copied at a time: some megabytes, so that progress is reported often. */
const PAGES_PER_STEP = 2000

/**
 * Copies a data folder into an empty folder while the platform runs in this or another process; writing goes on
 * meanwhile. The copy includes everything acknowledged before the call. The manifest is written last, so a copy without
 * one is not finished.
 * @throws {StoreRefused} when there is no data, or the target is not an empty folder that can be written
 */
export async function backupDataDir(
  dataDir: string,
  folder: string,
  onProgress: (doneFraction: number) => void = () => {},
): Promise<void> {
  if (!existsSync(join(dataDir, ENTITY_FILE))) throw new StoreRefused(`${dataDir} holds no data to back up.`)
  prepareEmptyFolder(folder)
  const sources = databaseFiles(dataDir).map(openSnapshot)
  const totalPages = sources.reduce((sum, { pages }) => sum + pages, 0)
  const files: BackupFile[] = []
  let donePages = 0
  try {
    for (const { file, db, pages } of sources) {
      const target = join(folder, file.name)
      mkdirSync(dirname(target), { recursive: true })
      createPrivateFile(target)
      await backup(db, target, {
        rate: PAGES_PER_STEP,
        progress: ({ remainingPages }) => onProgress((donePages + pages - remainingPages) / totalPages),
      })
      donePages += pages
      onProgress(donePages / totalPages)
      if (file.name === TELEMETRY_FILE) {
        const names = new Set(sources.map((source) => source.file.name))
        noteCopiedDays(target, (day) => names.has(`${HISTORY_FOLDER}/${day}.db`))
      }
      files.push(await describeFile(folder, file.name))
    }
  } finally {
    for (const { db } of sources) db.close()
  }
  copyFileSync(join(dataDir, SIGNING_KEY_FILE), join(folder, SIGNING_KEY_FILE))
  files.push(await describeFile(folder, SIGNING_KEY_FILE))
  // A folder that an earlier release stopped has none yet.
  if (existsSync(join(dataDir, EVIDENCE_KEY_FILE))) {
    copyFileSync(join(dataDir, EVIDENCE_KEY_FILE), join(folder, EVIDENCE_KEY_FILE))
    files.push(await describeFile(folder, EVIDENCE_KEY_FILE))
  }
  const contents = readContents(dataDir)
  if (contents) {
    writeContents(folder, { ...contents, state: 'closed' })
    files.push(await describeFile(folder, CONTENTS_FILE))
  }
  const manifest: BackupManifest = { format: 1, createdAt: new Date().toISOString(), version: VERSION, files }
  writeSynced(join(folder, MANIFEST_FILE), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 0o600)
}

/** Marks all history files of the copy as closed, and removes the days whose file expired during the copy. */
export function noteCopiedDays(telemetryFile: string, isCopied: (day: string) => boolean): void {
  const db = new DatabaseSync(telemetryFile, { timeout: 5000 })
  try {
    if (!hasTable(db, 'history_days')) return
    db.exec('UPDATE history_days SET is_open = 0')
    const remove = db.prepare('DELETE FROM history_days WHERE day = ?')
    for (const { day } of db.prepare('SELECT day FROM history_days').all()) {
      if (!isCopied(String(day))) remove.run(String(day))
    }
  } finally {
    db.close()
  }
}

/** Opens a read transaction, which sees the database as it is now for as long as it is open. */
function openSnapshot(file: DatabaseFile): { file: DatabaseFile; db: DatabaseSync; pages: number } {
  const db = new DatabaseSync(file.path, { readOnly: true, timeout: 5000 })
  db.exec('BEGIN')
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count)
  db.prepare('SELECT count(*) FROM sqlite_schema').get()
  return { file, db, pages }
}

function prepareEmptyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreRefused(`The folder ${folder} cannot be made (${reason}): name one that this user may write.`, {
      cause: error,
    })
  }
  if (readdirSync(folder).length > 0)
    throw new StoreRefused(`The folder ${folder} is not empty: name an empty or new one.`)
}

/** Returns the size and SHA-256 of a file of a backup. */
export async function describeFile(folder: string, name: string): Promise<BackupFile> {
  const path = join(folder, name)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return { name, bytes: statSync(path).size, sha256: hash.digest('hex') }
}
