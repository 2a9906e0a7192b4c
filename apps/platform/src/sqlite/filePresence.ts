import { statSync } from 'node:fs'

/** The file of an open database is no longer where it was: what is written to it would be lost. */
export class DataFileGone extends Error {
  constructor(path: string) {
    super(
      `${path} was removed or replaced while the platform runs, so nothing more is kept: put it back, or stop the platform and restore a backup.`,
    )
    this.name = 'DataFileGone'
  }
}

/**
 * Remembers which file an open database is. SQLite writes on into a file that was removed without a word, and everything
 * would be acknowledged and lost. Returns the check, which throws DataFileGone.
 */
export function watchPresence(path: string): () => void {
  const opened = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.ino !== opened.ino || found.dev !== opened.dev) throw new DataFileGone(path)
  }
}
