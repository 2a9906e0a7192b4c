/** `signature.json` of a package: the signature of its manifest. Each of its bytes is fixed by what it says. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { fingerprintOf, isSignedBy, type Signer } from './signer.ts'

const Signature = z.object({
  algorithm: z.literal('Ed25519'),
  manifestSha256: z.string(),
  publicKey: z.string(),
  fingerprint: z.string(),
  signature: z.string(),
})
/** Who signed a manifest. */
export type Signature = z.infer<typeof Signature>

/** Returns the file that signs a manifest. */
export function signatureText(manifest: Uint8Array, { publicKey, fingerprint, sign }: Signer): string {
  const manifestSha256 = createHash('sha256').update(manifest).digest('hex')
  return textOf({ algorithm: 'Ed25519', manifestSha256, publicKey, fingerprint, signature: sign(manifest) })
}

function textOf({ algorithm, manifestSha256, publicKey, fingerprint, signature }: Signature): string {
  return `${JSON.stringify({ algorithm, manifestSha256, publicKey, fingerprint, signature }, null, 2)}\n`
}

/** Parses a signature file; undefined if a byte differs from the format. */
export function parseSignature(text: string): Signature | undefined {
  try {
    const read = Signature.safeParse(JSON.parse(text))
    return read.success && textOf(read.data) === text ? read.data : undefined
  } catch {
    return undefined
  }
}

/** Returns which of both was changed, a manifest or its signature; undefined if they fit. */
export function changedOf(manifest: Uint8Array, signature: Signature): 'manifest' | 'signature' | undefined {
  if (fingerprintOf(signature.publicKey) !== signature.fingerprint) return 'signature'
  const isSigned = isSignedBy(signature.publicKey, manifest, signature.signature)
  const isNamed = createHash('sha256').update(manifest).digest('hex') === signature.manifestSha256
  if (isSigned && isNamed) return undefined
  return isSigned || isNamed ? 'signature' : 'manifest'
}
