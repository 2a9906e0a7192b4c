import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StoreRefused } from '../sqlite/storeRefused.ts'

/** Name of the file that lists what a backup contains. */
export const MANIFEST_FILE = 'backup.json'

/** Names of files in a backup: strict, so that a manifest cannot make a restore write outside its folder. */
export const BACKED_UP_NAME =
  /^(greenwave\.db|telemetry\.db|signing\.key|evidence\.key|contents\.json|history\/(?:\d{4}-\d{2}-\d{2}|records-\d{4}-\d{2})\.db)$/

const BackupFile = z.object({
  name: z.string().check(z.regex(BACKED_UP_NAME)),
  bytes: z.number(),
  sha256: z.string(),
})
/** A file of a backup, with its size and SHA-256. */
export type BackupFile = z.infer<typeof BackupFile>

const BackupManifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** Version of Greenwave that made it; absent before 0.2.0. */
  version: z.optional(z.string()),
  files: z.array(BackupFile),
})
/** The list of a backup's files. */
export type BackupManifest = z.infer<typeof BackupManifest>

/** Reads the manifest of a finished backup. Throws StoreRefused when it is missing or cannot be read. */
export function readManifest(folder: string): BackupManifest {
  const path = join(folder, MANIFEST_FILE)
  if (!existsSync(path)) {
    throw new StoreRefused(`${folder} is not a finished backup: ${MANIFEST_FILE} is missing. Name another folder.`)
  }
  const manifest = BackupManifest.safeParse(parseJson(readFileSync(path, 'utf8')))
  if (!manifest.success) {
    throw new StoreRefused(`${path} is not a backup that this release can read: use another backup or a newer release.`)
  }
  return manifest.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
