import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Only the platform's own user may read and write. SQLite gives its files beside a database the mode of the database.
 */
const PRIVATE_MODE = 0o600
const PRIVATE_FOLDER_MODE = 0o700

/**
 * Creates an empty file that only this user may read, unless the file exists. SQLite itself would let everybody read
 * it.
 */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE_MODE))
}

/** Removes other users' rights to everything in a data folder; earlier releases left these rights to the umask. */
export function makeFolderPrivate(folder: string): void {
  chmodSync(folder, PRIVATE_FOLDER_MODE)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found) chmodSync(path, found.isDirectory() ? PRIVATE_FOLDER_MODE : PRIVATE_MODE)
  }
}
