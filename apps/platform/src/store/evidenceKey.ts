/** The key with which an installation signs evidence: `evidence.key`, PEM, made at the first start. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createSignerKey, type Signer, signerOf } from '@greenwave/evidence/signer'
import type { StoreLog } from '../sqlite/storeLog.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { EVIDENCE_KEY_FILE } from './databaseFiles.ts'
import type { FolderContents } from './folderContents.ts'
import { writeSynced } from './writeSynced.ts'

/** Rights of others than the user of the platform. */
const OTHERS = 0o077

/**
 * Warns if others could read the key before this start, which takes these rights away: whoever copied it can sign as
 * this installation. Call it before that.
 */
export function warnOfReadableKey(dataDir: string, log: StoreLog): void {
  const file = join(dataDir, EVIDENCE_KEY_FILE)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  // Windows has no such rights.
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return
  log.warn(
    { mode: (mode & 0o777).toString(8) },
    `${file} could be read by other users of this machine; now it cannot. Whoever copied it can sign as this installation: if that may be, stop the platform, move the file away and run "greenwave accept-loss", which lets the next start make another key`,
  )
}

/**
 * Reads the key of a data folder, or creates it. Only this user may read its file. Throws StoreRefused when it is
 * damaged.
 */
export function readOrMakeEvidenceKey(
  dataDir: string,
  { installation, evidenceKey }: Pick<FolderContents, 'installation' | 'evidenceKey'>,
  log: StoreLog,
): Signer {
  const file = join(dataDir, EVIDENCE_KEY_FILE)
  if (!existsSync(file)) writeSynced(file, Buffer.from(createSignerKey()), 0o600)
  const signer = readSigner(file, installation)
  if (evidenceKey !== undefined && evidenceKey !== signer.fingerprint) {
    log.warn(
      { before: evidenceKey, now: signer.fingerprint },
      `Evidence is signed with another key from now on: tell those who keep its fingerprint`,
    )
  }
  return signer
}

/** Reads a key. @throws {StoreRefused} when it is damaged */
export function readSigner(file: string, installation: string): Signer {
  try {
    return signerOf(installation, readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StoreRefused(
      `${file} is damaged: restore it from a backup, or move it away and run "greenwave accept-loss", after which evidence is signed with another key.`,
      { cause: error },
    )
  }
}
