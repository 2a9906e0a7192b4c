/** The key of an installation: Ed25519, with which it signs evidence. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** Length of a public key, bytes. */
const PUBLIC_KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** Prefix of the 32 bytes of an Ed25519 key in SPKI form (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** Who signs. */
export interface Signer {
  readonly installation: string
  /** The 32 bytes of the public key, base64url. */
  readonly publicKey: string
  readonly fingerprint: string
  /** Returns the signature of bytes, base64url. */
  readonly sign: (bytes: Uint8Array) => string
}

/** Returns a new private key as PEM (PKCS #8). */
export function createSignerKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Returns the signer with a private key in PEM. Throws Error for anything but an Ed25519 key. */
export function signerOf(installation: string, pem: string): Signer {
  const privateKey = createPrivateKey(pem)
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error(`a key of the kind ${privateKey.asymmetricKeyType}`)
  const publicKey = textOf(createPublicKey(privateKey))
  return {
    installation,
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    sign: (bytes) => sign(null, bytes, privateKey).toString('base64url'),
  }
}

function textOf(publicKey: KeyObject): string {
  return publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX.length).toString('base64url')
}

/**
 * Returns the fingerprint of a public key: the SHA-256 of its 32 bytes, 16 groups of 4 hexadecimal digits with colons.
 */
export function fingerprintOf(publicKey: string): string {
  const hash = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex')
  return (hash.match(/.{4}/g) ?? []).join(':')
}

/** Returns a public key as PEM, for other programs, such as OpenSSL. */
export function publicPem(publicKey: string): string {
  return keyObject(publicKey).export({ type: 'spki', format: 'pem' }).toString()
}

/** Returns the public key in a text: PEM, or its 32 bytes as base64url; undefined for anything else. */
export function parsePublicKey(text: string): string | undefined {
  const trimmed = text.trim()
  if (isExact(trimmed, PUBLIC_KEY_BYTES)) return trimmed
  try {
    const key = createPublicKey(trimmed)
    return key.asymmetricKeyType === 'ed25519' ? textOf(key) : undefined
  } catch {
    return undefined
  }
}

/** Returns whether bytes were signed with the key. False for a key or a signature that is none. */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  if (!isExact(publicKey, PUBLIC_KEY_BYTES) || !isExact(signature, SIGNATURE_BYTES)) return false
  try {
    return verify(null, bytes, keyObject(publicKey), Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

function keyObject(publicKey: string): KeyObject {
  const der = Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'base64url')])
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

/** The last letter of base64url has spare bits: of the texts that mean the same bytes only one counts. */
function isExact(text: string, bytes: number): boolean {
  const read = Buffer.from(text, 'base64url')
  return read.length === bytes && read.toString('base64url') === text
}
