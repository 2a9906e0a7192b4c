import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from '../sqlite/privateFiles.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'

/** Name of the file by which a running platform keeps others out of its data folder. */
const LOCK_FILE = 'lock.db'

/**
 * Takes a data folder for this process alone. The lock is SQLite's own file lock, which the system frees however the
 * process ends. Returns the function that gives the folder back.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, LOCK_FILE)
  makePrivateFile(file)
  try {
    return takeLock(file)
  } catch (error) {
    if (!isDamaged(error)) throw inUse(dataDir, error)
  }
  // SQLite looks at the lock before it looks at the file, so nobody holds it, and there is nothing in it to lose.
  truncateSync(file)
  try {
    return takeLock(file)
  } catch (error) {
    throw inUse(dataDir, error)
  }
}

function takeLock(file: string): () => void {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    throw error
  }
  return () => db.close()
}

/** SQLite's numbers for a damaged file and for one that is no database. */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26])

function isDamaged(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && DAMAGED.has(error.errcode)
}

function inUse(dataDir: string, cause: unknown): StoreRefused {
  return new StoreRefused(
    `The data folder ${dataDir} is in use by another process: stop that one, or set GREENWAVE_DATA_DIR to another folder.`,
    { cause },
  )
}
