import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Only this user may read or write. SQLite gives what it keeps beside a database the mode of the database. */
const PRIVATE_MODE = 0o600
const PRIVATE_FOLDER_MODE = 0o700

/** Makes an empty file that only this user may read, unless there is one; SQLite itself would let everybody read it. */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE_MODE))
}

/** Takes the rights of other users away from everything in a data folder: an earlier release left them to the umask. */
export function makeFolderPrivate(folder: string): void {
  chmodSync(folder, PRIVATE_FOLDER_MODE)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found) chmodSync(path, found.isDirectory() ? PRIVATE_FOLDER_MODE : PRIVATE_MODE)
  }
}
