const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 16
/**
 * The largest multiple of 36 in a byte. Bytes from here on are drawn again, because otherwise the first letters would
 * be more frequent.
 */
const FAIR_BYTES = 252

/** Fills an array with random bytes, as `crypto.getRandomValues` does. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

/** Returns a secret of 16 lowercase letters and digits (about 82 bits). */
export function generateToken(random: RandomBytes = (bytes) => crypto.getRandomValues(bytes)): string {
  let token = ''
  while (token.length < LENGTH) {
    for (const byte of random(new Uint8Array(LENGTH))) {
      if (byte < FAIR_BYTES && token.length < LENGTH) token += ALPHABET[byte % ALPHABET.length]
    }
  }
  return token
}
