import { rmSync, writeFileSync } from 'node:fs'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'

/** Destination of a command's output. */
export interface OutFlags {
  readonly out: string
  readonly overwrite?: true
}

/** Writes a text into a file, `-` for standard output. @throws {CommandFailed} if it exists or cannot be written */
export function writeOut({ out, overwrite }: OutFlags, text: string): void {
  if (out === '-') {
    process.stdout.write(text)
    return
  }
  try {
    writeFileSync(out, text, { flag: overwrite ? 'w' : 'wx' })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    const why = isThere
      ? 'exists already: add --overwrite, or name another file'
      : `cannot be written (${String(error)})`
    throw new CommandFailed(isThere ? EXIT.usage : EXIT.failed, `${out}: ${why}`, { cause: error })
  }
}

/** Writes a file with secrets, that only its owner may read. What an earlier run has written is replaced. */
export function writeSecrets(file: string, text: string): void {
  try {
    rmSync(file, { force: true })
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new CommandFailed(EXIT.failed, `${file}: cannot be written (${String(error)})`, { cause: error })
  }
}
