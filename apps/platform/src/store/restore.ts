import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { describeFile } from './backup.ts'
import { MANIFEST_FILE, readManifest } from './backupManifest.ts'
import { checkDatabase } from './checkDatabase.ts'
import { databaseFiles, ENTITY_FILE, HISTORY_FOLDER, SIGNING_KEY_FILE, TELEMETRY_FILE } from './databaseFiles.ts'
import { prepareDataDir, RESTORING_FOLDER } from './dataDir.ts'
import { lockDataDir } from './dataDirLock.ts'
import { CONTENTS_FILE } from './folderContents.ts'

/** Options of `restoreBackup`. */
export interface RestoreOptions {
  /** Replace existing data by the backup. */
  readonly overwrite?: boolean
  readonly onProgress?: (doneFraction: number) => void
}

/**
 * Restores a backup into a data folder while the platform is stopped. Everything is verified and copied before existing
 * data is touched. An interrupted restore can simply be run again.
 * @throws {StoreRefused} when the backup is damaged or incomplete, or the folder has data and `overwrite` is not set
 */
export async function restoreBackup(folder: string, dataDir: string, options: RestoreOptions = {}): Promise<void> {
  const { files } = readManifest(folder)
  for (const name of [ENTITY_FILE, TELEMETRY_FILE, SIGNING_KEY_FILE]) {
    if (files.some((file) => file.name === name)) continue
    throw new StoreRefused(`${join(folder, MANIFEST_FILE)} does not list ${name}: use another backup.`)
  }
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const file of files) await verifyFile(folder, file)
  for (const { path, migrations } of databaseFiles(folder)) checkDatabase(path, migrations, 'pages')

  await putIntoPlace(dataDir, {
    overwrite: options.overwrite ?? false,
    names: files.map(({ name }) => name),
    async gather(gathered) {
      let doneBytes = 0
      for (const file of files) {
        const target = join(gathered, file.name)
        mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
        copyFileSync(join(folder, file.name), target)
        await verifyFile(gathered, file)
        doneBytes += file.bytes
        options.onProgress?.(doneBytes / totalBytes)
      }
    },
  })
}

/** Content of a data folder that a restore brings. */
interface Restored {
  readonly overwrite: boolean
  readonly names: readonly string[]
  /** Writes all files into an empty folder, and rejects when one of them is damaged. */
  readonly gather: (folder: string) => Promise<void>
}

/**
 * Gathers the files of a data folder beside it, and only then puts them into place.
 * @throws {StoreRefused} when the folder is in use, or has data and `overwrite` is not set
 */
export async function putIntoPlace(dataDir: string, { overwrite, names, gather }: Restored): Promise<void> {
  prepareDataDir(dataDir)
  const unlock = lockDataDir(dataDir)
  try {
    const gathered = join(dataDir, RESTORING_FOLDER)
    // An interrupted restore may already have removed the old data, so it may be continued without --overwrite.
    const holdsData = [ENTITY_FILE, CONTENTS_FILE].some((name) => existsSync(join(dataDir, name)))
    if (holdsData && !existsSync(gathered) && !overwrite) {
      throw new StoreRefused(`${dataDir} holds data already: add --overwrite to replace it, or name another folder.`)
    }
    rmSync(gathered, { recursive: true, force: true })
    mkdirSync(gathered, { recursive: true, mode: 0o700 })
    await gather(gathered)
    removeData(dataDir)
    mkdirSync(join(dataDir, HISTORY_FOLDER), { recursive: true })
    for (const name of names) renameSync(join(gathered, name), join(dataDir, name))
    rmSync(gathered, { recursive: true })
  } finally {
    unlock()
  }
}

async function verifyFile(folder: string, expected: { name: string; bytes: number; sha256: string }): Promise<void> {
  const path = join(folder, expected.name)
  const found = existsSync(path) ? await describeFile(folder, expected.name) : undefined
  if (found?.sha256 === expected.sha256 && found.bytes === expected.bytes) return
  throw new StoreRefused(
    `${path} is ${found ? 'not what was backed up' : 'missing'} (see ${MANIFEST_FILE}): use another backup.`,
  )
}

/**
 * Removes the databases and the key of the tokens, and no other files of the folder. The key of evidence stays unless the
 * backup has one: nothing could bring it back.
 */
function removeData(dataDir: string): void {
  rmSync(join(dataDir, CONTENTS_FILE), { force: true })
  for (const name of [ENTITY_FILE, TELEMETRY_FILE]) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, name + suffix), { force: true })
  }
  const historyFolder = join(dataDir, HISTORY_FOLDER)
  for (const name of readdirSync(historyFolder)) rmSync(join(historyFolder, name), { force: true })
  rmSync(join(dataDir, SIGNING_KEY_FILE), { force: true })
}
