import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { HISTORY_FOLDER } from './databaseFiles.ts'

/** Folder inside a data folder where a restore gathers its files; it is gone when the restore is done. */
export const RESTORING_FOLDER = 'restoring'

/** Makes the folder if it is missing and sees that it can be written. Only this user may look into a new one. */
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

/** Makes a folder with those above it. Node's own `recursive` never comes back from where nothing can be made, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Refuses a folder into which a restore was begun and not finished. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const folder = join(dataDir, RESTORING_FOLDER)
  if (!existsSync(folder)) return
  throw new StoreRefused(`${folder} is left from a restore that did not finish: run "greenwave restore" again.`)
}
