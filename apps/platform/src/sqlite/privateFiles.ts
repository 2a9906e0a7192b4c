import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Thrown when the file of an open database was removed or replaced: whatever is written to it now would be lost. */
export class DataFileGone extends Error {
  constructor(path: string) {
    super(
      `${path} was removed or replaced while the platform runs, so nothing more is kept: put it back, or stop the platform and restore a backup.`,
    )
    this.name = 'DataFileGone'
  }
}

/**
 * Remembers which file an open database is, and returns a check that throws DataFileGone when it is no longer at its
 * path. Without the check SQLite would silently keep writing to a removed file, and everything acknowledged would be
 * lost.
 */
export function watchPresence(path: string): () => void {
  const opened = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.ino !== opened.ino || found.dev !== opened.dev) throw new DataFileGone(path)
  }
}

/**
 * Only the platform's own user may read and write. SQLite gives its files beside a database the mode of the database.
 */
const PRIVATE_MODE = 0o600
const PRIVATE_FOLDER_MODE = 0o700

/**
 * Creates an empty file that only this user may read, unless the file exists. SQLite itself would let everybody read
 * it.
 */
export function createPrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE_MODE))
}

/** Removes other users' rights to everything in a data folder; earlier releases left these rights to the umask. */
export function restrictFolder(folder: string): void {
  chmodSync(folder, PRIVATE_FOLDER_MODE)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found) chmodSync(path, found.isDirectory() ? PRIVATE_FOLDER_MODE : PRIVATE_MODE)
  }
}
