import { createECDH, hkdfSync } from 'node:crypto'

/** Length of a private key on the curve P-256, bytes. */
const KEY_BYTES = 32

/**
 * Returns the private key with which an installation signs its web push messages, base64url. It follows from the
 * installation's signing key, so that it is kept, backed up and restored with that, and browsers need not subscribe
 * anew.
 */
export function pushKeyOf(signingKey: Uint8Array): string {
  const pair = createECDH('prime256v1')
  for (let nth = 0; ; nth += 1) {
    const key = Buffer.from(hkdfSync('sha256', signingKey, '', `web push ${nth}`, KEY_BYTES))
    try {
      pair.setPrivateKey(key)
      return key.toString('base64url')
    } catch {
      // One in four billion numbers is no key of the curve.
    }
  }
}
