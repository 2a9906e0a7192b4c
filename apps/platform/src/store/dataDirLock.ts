import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreRefused } from './storeRefused.ts'

/** Name of the file by which a running platform keeps others out of its data folder. */
const LOCK_FILE = 'lock.db'

/**
 * Takes a data folder for this process alone. The lock is SQLite's own file lock, which the system frees however the
 * process ends. Returns the function that gives the folder back.
 */
export function lockDataDir(dataDir: string): () => void {
  const db = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    throw new StoreRefused(
      `The data folder ${dataDir} is in use by another process: stop that one, or set GREENWAVE_DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  return () => db.close()
}
