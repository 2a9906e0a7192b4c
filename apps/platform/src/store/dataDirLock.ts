import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPrivateFile } from '../sqlite/privateFiles.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'

/** Name of the file with which a running platform locks its data folder. */
const LOCK_FILE = 'lock.db'

/**
 * Locks a data folder for this process and returns the function that unlocks it. The lock is SQLite's file lock, which
 * the system releases however the process ends. Throws StoreRefused when another process holds it.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, LOCK_FILE)
  createPrivateFile(file)
  try {
    return takeLock(file)
  } catch (error) {
    if (!isDamaged(error)) throw inUse(dataDir, error)
  }
  // SQLite takes the lock before it reads the file, so no process holds it. The file has no content that could be lost.
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

/** SQLite's error codes for a damaged file and for a file that is no database. */
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
