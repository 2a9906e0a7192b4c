import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Writes a file completely or not at all: first under another name, renamed when it is on disk. */
export function writeSynced(file: string, content: Uint8Array, mode: number): void {
  const unfinished = `${file}.new`
  const handle = openSync(unfinished, 'w', mode)
  try {
    writeSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(unfinished, file)
}
