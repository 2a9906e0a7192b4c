import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isFull } from '../meter/diskWatch.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { writeSynced } from './writeSynced.ts'

/** Room that the smallest file takes on a disk. */
const BLOCK_BYTES = 4096
/** Name of the file that says what a data folder contains. */
export const CONTENTS_FILE = 'contents.json'

/**
 * The contents of a data folder: the identities of its databases and its keys. `telemetry.db` lists the days of
 * history. `state` is `making` while the databases are created or taken over, `open` while a platform has them open,
 * otherwise `closed`.
 */
const FolderContents = z.object({
  format: z.literal(1),
  installation: z.string(),
  telemetry: z.string(),
  /** SHA-256 of the key, hexadecimal. */
  signingKey: z.optional(z.string()),
  /** Fingerprint of the key that signs evidence. */
  evidenceKey: z.optional(z.string()),
  state: z.enum(['making', 'open', 'closed']),
})
export type FolderContents = z.infer<typeof FolderContents>

/**
 * Reads the contents of a folder, or returns undefined when the file is missing. Throws StoreRefused when it is
 * damaged.
 */
export function readContents(dataDir: string): FolderContents | undefined {
  const path = join(dataDir, CONTENTS_FILE)
  if (!existsSync(path)) return undefined
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    content = undefined
  }
  const contents = FolderContents.safeParse(content)
  if (contents.success) return contents.data
  throw new StoreRefused(
    `${path} is damaged: restore a backup with "greenwave restore --overwrite", or move it away, and the databases will be asked what they are.`,
  )
}

/**
 * Writes the contents of a folder; they are synced to the disk when it returns. On a full disk the file is overwritten
 * in its place: a start and an orderly end need no room.
 */
export function writeContents(dataDir: string, contents: FolderContents): void {
  const path = join(dataDir, CONTENTS_FILE)
  const text = Buffer.from(`${JSON.stringify(contents, null, 2)}\n`)
  try {
    writeSynced(path, text, 0o600)
  } catch (error) {
    if (!isFull(error) || !existsSync(path) || text.length > BLOCK_BYTES) throw error
    overwrite(path, text)
  }
}

/** Replaces what a file has by a text that fits into the block that it takes. */
function overwrite(path: string, text: Uint8Array): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, text)
    ftruncateSync(file, text.length)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Returns the SHA-256 of a signing key, hexadecimal; contents.json stores it instead of the key. */
export function digestOfKey(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex')
}
