import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { SIGNING_KEY_FILE } from './databaseFiles.ts'
import { writeSynced } from './writeSynced.ts'

/** Length of the secret that signs tokens, bytes; the minimum for HS512. */
const KEY_BYTES = 64

/** Returns a new random secret. */
export function createSigningKey(): Uint8Array {
  return randomBytes(KEY_BYTES)
}

/**
 * Reads the secret of a data folder, or creates it at the first start. Only this user may read its file. Throws
 * StoreRefused when it is damaged.
 */
export function readOrMakeSigningKey(dataDir: string): Uint8Array {
  const file = join(dataDir, SIGNING_KEY_FILE)
  if (!existsSync(file)) writeSynced(file, createSigningKey(), 0o600)
  const key = readFileSync(file)
  if (key.length < KEY_BYTES) {
    throw new StoreRefused(
      `${file} is damaged (${key.length} bytes, at least ${KEY_BYTES} needed): restore it from a backup, ` +
        'or delete it, which signs everyone out.',
    )
  }
  return key
}
