import { createReadStream } from 'node:fs'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'

const MEBIBYTE = 1024 * 1024

/** Returns how a command refuses a file. */
export function refusalOf(file: string): (problem: string, cause?: unknown) => CommandFailed {
  return (problem, cause) => new CommandFailed(EXIT.usage, `${file}: ${problem}`, { cause })
}

/**
 * Returns the text of a file, `-` for standard input. Editors on other systems may put a byte-order mark first, which
 * is left out. No file that people write by hand is longer than 1 MiB, and a wrong one must not fill the memory.
 * @throws {CommandFailed} if it cannot be read, or is too long
 */
export async function readInputFile(file: string, mostMebibytes = 1): Promise<string> {
  const mostBytes = mostMebibytes * MEBIBYTE
  const refuse = refusalOf(file)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes > mostBytes) break
    }
  } catch (error) {
    throw refuse(`cannot be read (${error instanceof Error ? error.message : String(error)})`, error)
  }
  if (bytes > mostBytes) throw refuse(`is longer than ${mostMebibytes} MiB`)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}
