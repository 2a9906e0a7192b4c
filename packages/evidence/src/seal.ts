/**
 * The seal of a package: the comment at the very end of its ZIP file, which signs every byte before it. Without it, bytes
 * that a ZIP file has between its files could be changed unseen.
 */
import { createHash, type Hash } from 'node:crypto'
import { isSignedBy, type Signer } from './signer.ts'

const SIGNED = 'greenwave-seal-1'
const UNSIGNED = 'greenwave-seal-0'
const SIGNED_SEAL = /^greenwave-seal-1 ([\w-]{43}) ([\w-]{86})$/
const UNSIGNED_SEAL = /^greenwave-seal-0 ([\w-]{43})$/
/** Prefix of the signed hash: a signature of a seal is valid for nothing else. */
const PURPOSE = Buffer.from('greenwave evidence archive\n')
/** End of a ZIP file before its comment, and the comment's length. */
const END_SIGNATURE = 0x06054b50
const END_BYTES = 22

/** A seal that may still grow: it takes the bytes of a file in order. */
export class Seal {
  readonly #hash: Hash = createHash('sha256')
  readonly #signer: Signer | null

  constructor(signer: Signer | null) {
    this.#signer = signer
  }

  /** The length of the comment, bytes. */
  static lengthBy(signer: Signer | null): number {
    return signer ? SIGNED.length + 1 + 43 + 1 + 86 : UNSIGNED.length + 1 + 43
  }

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes)
  }

  /** Returns the comment. */
  text(): string {
    const digest = this.#hash.digest()
    if (!this.#signer) return `${UNSIGNED} ${digest.toString('base64url')}`
    return `${SIGNED} ${this.#signer.publicKey} ${this.#signer.sign(Buffer.concat([PURPOSE, digest]))}`
  }
}

/** The end of a file, read as a seal. */
export interface ParsedSeal {
  /** Where the seal begins in the file. */
  readonly from: number
  /** Returns whether it seals what was hashed of the bytes before it. */
  fits(hash: Hash): boolean
  /** Null for an unsigned seal. */
  readonly publicKey: string | null
}

/** The longest end of a file that holds a seal, bytes. */
export const LONGEST_END = END_BYTES + 147

/** Returns the seal at the end of a file; undefined if there is none. `tail` are its last bytes. */
export function parseSeal(tail: Buffer, fileBytes: number): ParsedSeal | undefined {
  for (const signer of [SIGNED_SEAL, UNSIGNED_SEAL]) {
    const length = signer === SIGNED_SEAL ? 147 : 60
    const end = tail.length - length - END_BYTES
    if (end < 0 || tail.readUInt32LE(end) !== END_SIGNATURE) continue
    const match = signer.exec(tail.toString('latin1', tail.length - length))
    if (!match || tail.readUInt16LE(end + END_BYTES - 2) !== length) continue
    const [, first = '', signature] = match
    return {
      from: fileBytes - length,
      publicKey: signature === undefined ? null : first,
      fits: (hash) => {
        const digest = hash.digest()
        if (signature === undefined) return digest.toString('base64url') === first
        return isSignedBy(first, Buffer.concat([PURPOSE, digest]), signature)
      },
    }
  }
  return undefined
}
