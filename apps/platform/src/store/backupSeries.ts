import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { backupDataDir } from './backup.ts'
import { type BackupManifest, MANIFEST_FILE, readManifest } from './backupManifest.ts'
import { lockDataDir } from './dataDirLock.ts'

/** Folder of the backup that is being made. */
const UNFINISHED = 'unfinished'
/** Names of backups: day and time, or the day alone as earlier releases had it. */
const BACKUP_NAME = /^20\d\d-\d\d-\d\d(?:-\d{6}(?:-\d+)?)?$/
const DAY_LENGTH = '2026-01-31'.length

/** Finished backup. */
export interface Backup {
  readonly folder: string
  readonly manifest: BackupManifest
}

/** Lists the finished backups in a folder, newest first. */
export function backupsIn(folder: string): Backup[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((each) => existsSync(join(each, MANIFEST_FILE)))
    .flatMap(readBackup)
    .toSorted((one, other) => other.manifest.createdAt.localeCompare(one.manifest.createdAt))
}

function readBackup(folder: string): Backup[] {
  try {
    return [{ folder, manifest: readManifest(folder) }]
  } catch (error) {
    // doctor reports it; the other backups are as good as before.
    if (error instanceof StoreRefused) return []
    throw error
  }
}

/**
 * Makes a backup in a folder of its own inside `series`, named after the local time, and deletes those that are older
 * than the last `keepDays` days with a backup. What an interrupted backup has left is deleted first. Returns the folder.
 * @throws {StoreRefused} as `backupDataDir`, and while another backup into this folder is being made
 */
export async function addBackup(
  dataDir: string,
  series: string,
  keepDays: number,
  onProgress?: (doneFraction: number) => void,
): Promise<string> {
  mkdirSync(series, { recursive: true, mode: 0o700 })
  const unlock = lockSeries(series)
  try {
    removeUnfinished(series)
    const unfinished = join(series, UNFINISHED)
    try {
      await backupDataDir(dataDir, unfinished, onProgress)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      throw error
    }
    const finished = join(series, freeName(series, new Date()))
    renameSync(unfinished, finished)
    removeOld(series, keepDays)
    return finished
  } finally {
    unlock()
  }
}

function lockSeries(series: string): () => void {
  try {
    return lockDataDir(series)
  } catch (error) {
    if (!(error instanceof StoreRefused)) throw error
    throw new StoreRefused(`Another backup into ${series} is being made: wait until it has ended.`, { cause: error })
  }
}

const namesIn = (series: string): string[] =>
  readdirSync(series, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && BACKUP_NAME.test(entry.name))
    .map(({ name }) => name)
    .toSorted()

function removeUnfinished(series: string): void {
  const names = namesIn(series).filter((name) => !existsSync(join(series, name, MANIFEST_FILE)))
  for (const name of [UNFINISHED, ...names]) rmSync(join(series, name), { recursive: true, force: true })
}

function removeOld(series: string, keepDays: number): void {
  const names = namesIn(series)
  const days = [...new Set(names.map((name) => name.slice(0, DAY_LENGTH)))]
  const [firstKept = ''] = days.slice(-keepDays)
  for (const name of names) if (name < firstKept) rmSync(join(series, name), { recursive: true, force: true })
}

/** Returns a name of this second that no backup has, such as `2026-01-31-031500`. */
function freeName(series: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const name = `${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
  for (let nth = 1; ; nth += 1) {
    const free = nth === 1 ? name : `${name}-${nth}`
    if (!existsSync(join(series, free))) return free
  }
}
