import { statSync } from 'node:fs'

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
