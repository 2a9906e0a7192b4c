import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { isFull } from '../meter/diskWatch.ts'
import { isDamage } from '../sqlite/damage.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { checkEveryPage, HISTORY_FOLDER } from './databaseFiles.ts'

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

/** Turns an error of SQLite or the file system into a message for the operator. */
export function refusalOf(error: unknown, dataDir: string): unknown {
  if (error instanceof StoreRefused || !(error instanceof Error) || !('code' in error)) return error
  // SQLite does not say which file is damaged, and the check at a start does not read all of the large ones.
  if (isDamage(error)) {
    try {
      checkEveryPage(dataDir)
    } catch (named) {
      return named
    }
  }
  // A service tries again until there is room.
  if (isFull(error)) {
    return new CommandFailed(EXIT.failed, `The disk of ${dataDir} is full: make room on it, then start again.`, {
      cause: error,
    })
  }
  return new StoreRefused(
    `The data folder ${dataDir} cannot be used (${error.message}): see that this user owns its files.`,
    { cause: error },
  )
}
