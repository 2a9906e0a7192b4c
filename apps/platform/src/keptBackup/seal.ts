import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { MOST_OBJECT_BYTES, TargetFailed } from './target.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Loaded where there is a key alone: its ciphers are sixty files, which would delay each start. */
const loadAge = () => import('age-encryption')

/** Key that encrypts backups and opens them: an identity of age. */
export interface BackupKey {
  readonly identity: string
  readonly recipient: string
}

/** Sealed bytes, and their name: SHA-256 and how they are opened, `….zst` or `….zst.age`. */
export interface Sealed {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads the file that `age-keygen` wrote. @throws {TargetFailed} when it has no identity */
export async function readBackupKey(file: string): Promise<BackupKey> {
  let identity: string | undefined
  try {
    identity = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m.exec(readFileSync(file, 'utf8'))?.[0]
    if (identity !== undefined) {
      const { identityToRecipient } = await loadAge()
      return { identity, recipient: await identityToRecipient(identity) }
    }
  } catch (error) {
    throw new TargetFailed(`${file} cannot be read as a key of backups`, 'make one with age-keygen', { cause: error })
  }
  throw new TargetFailed(`${file} holds no identity of age`, 'make one with age-keygen')
}

/** Compresses bytes, and encrypts them where there is a key. */
export async function sealBytes(bytes: Uint8Array, key: BackupKey | undefined): Promise<Sealed> {
  let sealed: Uint8Array = await compress(bytes, QUICK)
  if (key !== undefined) {
    const { Encrypter } = await loadAge()
    const encrypter = new Encrypter()
    encrypter.addRecipient(key.recipient)
    sealed = await encrypter.encrypt(sealed)
  }
  return { name: `${digestOf(sealed)}.zst${key === undefined ? '' : '.age'}`, bytes: sealed }
}

/** Opens sealed bytes. @throws {TargetFailed} when they are damaged, or sealed with another key */
export async function openSealed({ name, bytes }: Sealed, key: BackupKey | undefined): Promise<Uint8Array> {
  if (!name.includes(digestOf(bytes))) {
    throw new TargetFailed(`${name} of the backup is damaged`, 'use another time of the backup, and check its disk')
  }
  let compressed = bytes
  if (name.endsWith('.age')) {
    const fix = 'name the file of its key with GREENWAVE_BACKUP_KEY (--backup-key)'
    if (key === undefined) throw new TargetFailed('the backup is encrypted', fix)
    const { Decrypter } = await loadAge()
    const decrypter = new Decrypter()
    decrypter.addIdentity(key.identity)
    try {
      compressed = await decrypter.decrypt(bytes)
    } catch (error) {
      throw new TargetFailed('the backup was encrypted with another key', fix, { cause: error })
    }
  }
  try {
    return await decompress(compressed, { maxOutputLength: MOST_OBJECT_BYTES })
  } catch (error) {
    const fix = 'use another time of the backup'
    throw new TargetFailed(`${name} of the backup cannot be decompressed`, fix, { cause: error })
  }
}

/** Returns SHA-256, hexadecimal. */
function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
