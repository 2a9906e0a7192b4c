import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { HISTORY_FOLDER } from './databaseFiles.ts'

/** Folder inside a data folder where a restore collects its files; removed when the restore is done. */
export const RESTORING_FOLDER = 'restoring'

/**
 * Creates the data folder if it is missing and checks that it can be written. Only this user may read a new folder.
 * Throws StoreRefused.
 */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    mkdirSync(join(dataDir, HISTORY_FOLDER), { recursive: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreRefused(
      `The data folder ${dataDir} cannot be written (${reason}): set GREENWAVE_DATA_DIR to a folder that this user may write.`,
      { cause: error },
    )
  }
}

/**
 * Creates a folder and its parents. Node's `recursive` option never returns where nothing can be created, as in /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Throws StoreRefused for a folder with an unfinished restore. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const folder = join(dataDir, RESTORING_FOLDER)
  if (!existsSync(folder)) return
  throw new StoreRefused(`${folder} is left from a restore that did not finish: run "greenwave restore" again.`)
}
