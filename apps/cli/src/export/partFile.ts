/** A file that is not whole yet: beside it stands how to go on, so that work that broke off is not done again. */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import type { Cell } from '@greenwave/evidence/tables/table'
import * as z from 'zod/mini'

const Progress = z.object({
  /** Identifier of the export, as text. */
  request: z.string(),
  /** Everything before this is in the file, epoch milliseconds. */
  nextMs: z.int(),
  bytes: z.int(),
  memory: z.optional(z.string()),
})

/** Thrown when a file cannot be written as requested. The message names the file and the fix. */
export class PartRefused extends Error {}

/** Progress of an earlier run. */
interface Begun extends Checkpoint {
  readonly nextMs: number
}

/** A file on its way to be whole. */
export interface PartFile {
  /** Handle of the open file, at its end. */
  readonly file: number
  readonly begun: Begun | undefined
  /** Notes how to go on. */
  note(nextMs: number, checkpoint: Checkpoint): void
  /** Leaves it as it is. */
  leave(): void
  /** Gives it its name: it is whole. */
  done(): void
}

/**
 * Opens the part of a file; goes on with one that an earlier run of the same request has left.
 * @throws {PartRefused} if the file exists already, or the part belongs to another request
 */
export function openPart(path: string, request: string, isOverwritten: boolean): PartFile {
  if (existsSync(path) && !isOverwritten)
    throw refuse(`${path} exists already: add --overwrite, or name another file with --out`)
  const [part, notes] = [`${path}.part`, `${path}.part.json`]
  const begun = existsSync(part) ? readNotes(part, notes, request) : undefined
  if (!begun) closeSync(open(part, 'w'))
  else if (statSync(part).size >= begun.bytes) truncateSync(part, begun.bytes)
  else throw refuse(`${part} is shorter than ${notes} says: delete both, and begin again`)
  const file = open(part, 'a')
  return {
    file,
    begun,
    note(nextMs, { bytes, memory }) {
      const unfinished = `${notes}.new`
      writeFileSync(unfinished, JSON.stringify({ request, nextMs, bytes, ...(memory !== undefined && { memory }) }))
      renameSync(unfinished, notes)
    },
    leave: () => closeSync(file),
    done() {
      closeSync(file)
      renameSync(part, path)
      rmSync(notes, { force: true })
    },
  }
}

/** Writes all of these bytes to an open file: one write may take a part of them. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

function readNotes(part: string, notes: string, request: string): Begun | undefined {
  // A run that broke off before its first note has nothing to go on with.
  if (!existsSync(notes)) return undefined
  const read = Progress.safeParse(parse(readFileSync(notes, 'utf8')))
  if (!read.success || read.data.request !== request) {
    throw refuse(`${part} is of another export: delete it and ${notes}, or name another file with --out`)
  }
  const { nextMs, bytes, memory } = read.data
  return { nextMs, bytes, ...(memory !== undefined && { memory }) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function open(path: string, flags: string): number {
  try {
    return openSync(path, flags)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw refuse(`${path} cannot be written (${why}): name another file with --out`, error)
  }
}

function refuse(message: string, cause?: unknown): PartRefused {
  return new PartRefused(message, { cause })
}

/** Position from which an unfinished file is continued. */
export interface Checkpoint {
  /** Length of the finished part of the file, bytes; anything after it is incomplete. */
  readonly bytes: number
  /** Further state of the format, as JSON. */
  readonly memory?: string
}

/** A file that grows. */
export interface Sink {
  /** Takes rows. Returns where to go on if this was the last of it; undefined while some are in memory alone. */
  write(rows: readonly (readonly Cell[])[]): Checkpoint | undefined
  /** Writes what is still to be written. */
  finish(): void
}
