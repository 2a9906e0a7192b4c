/**
 * @file The databases as they were before a new release migrated them, and how the release before takes them back. Both are
 * done by a start that has the lock, and completely or not at all: `before-upgrade` gets its name when all copies are on
 * disk, and is renamed to `put-back` when all later files are set aside. Whoever starts finishes a `put-back`.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { schemaVersion } from '../sqlite/migrate.ts'
import type { StoreLog } from '../sqlite/storeLog.ts'
import { noteCopiedDays } from './backup.ts'
import { type DatabaseFile, databaseFiles, HISTORY_FOLDER, TELEMETRY_FILE } from './databaseFiles.ts'
import { CONTENTS_FILE } from './folderContents.ts'

/** Folder in a data folder with the databases as they were before an upgrade. */
const KEPT_FOLDER = 'before-upgrade'
const COPYING_FOLDER = 'before-upgrade.new'
const PUT_BACK_FOLDER = 'put-back'
const SET_ASIDE_FOLDER = 'set-aside'
const SUFFIXES = ['', '-wal', '-shm']

/** Part of an upgrade that a start does: keep the databases that it migrates, or take the kept ones back. */
export type UpgradeStep = 'keep' | 'put back'

/**
 * Copies the databases with an older schema. Call it before they are opened for writing. A later start of the same upgrade
 * copies nothing: its databases may be migrated already.
 */
export function keepDatabases(dataDir: string): void {
  const kept = join(dataDir, KEPT_FOLDER)
  if (existsSync(kept)) return
  const copying = join(dataDir, COPYING_FOLDER)
  rmSync(copying, { recursive: true, force: true })
  try {
    mkdirSync(join(copying, HISTORY_FOLDER), { recursive: true, mode: 0o700 })
    const names = databaseFiles(dataDir)
      .filter(isOld)
      .flatMap(({ name }) => [name, `${name}-wal`])
    for (const name of [CONTENTS_FILE, ...names]) {
      // Looking at a database makes an empty log.
      if ((statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0) > 0)
        copySynced(join(dataDir, name), join(copying, name))
    }
    sync(join(copying, HISTORY_FOLDER))
    sync(copying)
    renameSync(copying, kept)
    sync(dataDir)
  } catch (error) {
    rmSync(copying, { recursive: true, force: true })
    throw error
  }
}

/** Removes the copies of an upgrade that has ended well. */
export function discardKept(dataDir: string): void {
  for (const name of [KEPT_FOLDER, COPYING_FOLDER]) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** Takes the kept databases back, if there are any; the later ones are moved to a folder of this time in `set-aside`. */
export function putDatabasesBack(dataDir: string, nowMs: number, log: StoreLog): void {
  const kept = join(dataDir, KEPT_FOLDER)
  if (!existsSync(kept)) return
  const aside = join(dataDir, SET_ASIDE_FOLDER, `upgrade-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '')}`)
  for (const name of namesIn(kept)) {
    for (const suffix of SUFFIXES) moveIfThere(join(dataDir, name + suffix), join(aside, name + suffix))
  }
  renameSync(kept, join(dataDir, PUT_BACK_FOLDER))
  log.warn({ setAside: aside }, 'The databases of before the upgrade are put back; the later ones are set aside')
}

/** Finishes what `putDatabasesBack` began, also in an earlier start. */
export function finishPutBack(dataDir: string): void {
  const from = join(dataDir, PUT_BACK_FOLDER)
  if (!existsSync(from)) return
  const telemetry = join(from, TELEMETRY_FILE)
  if (existsSync(telemetry)) {
    // Days that the later release closed have no log any more, and some may have expired.
    noteCopiedDays(telemetry, (day) => [from, dataDir].some((each) => existsSync(historyIn(each, day))))
  }
  for (const name of namesIn(from)) renameSync(join(from, name), join(dataDir, name))
  sync(dataDir)
  rmSync(from, { recursive: true })
}

const historyIn = (folder: string, day: string): string => join(folder, HISTORY_FOLDER, `${day}.db`)

function isOld({ path, migrations }: DatabaseFile): boolean {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return schemaVersion(db) < migrations.length
  } finally {
    db.close()
  }
}

/** Lists the files of a folder and of its folder of history; logs come before their databases. */
function namesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map(({ parentPath, name }) => (parentPath === folder ? name : `${HISTORY_FOLDER}/${name}`))
  return names.filter((name) => !name.endsWith('-shm')).toSorted((one, other) => (one < other ? 1 : -1))
}

/** Copies a file; on a file system that can, without copying its blocks. */
function copySynced(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  sync(to)
}

function moveIfThere(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  renameSync(from, to)
}

/** Waits until a file or the names of a folder are on disk. */
function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
