import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How many codes a user gets at once. */
export const RECOVERY_CODES = 10
/** Letters and digits that nobody takes for one another on paper; 32, so that a byte picks each as often. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'
/** 16 of them are 80 bits: out of reach of guessing, so that a plain hash keeps them as well as a slow one. */
const LENGTH = 16

/** Returns new codes, in groups of four: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
    return letters.replaceAll(/.{4}(?!$)/g, '$&-')
  })
}

/** What is stored of a code: SHA-256 over the user and the code, hexadecimal. Case, spaces and hyphens do not count. */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return createHash('sha256').update(`${userId} ${plain}`).digest('hex')
}

/** Returns the hashes that remain after a code was used; undefined when it is none of them. */
export function useRecoveryCode(
  hashes: readonly string[],
  userId: string,
  code: string,
): readonly string[] | undefined {
  const hash = Buffer.from(hashRecoveryCode(userId, code))
  const rest = hashes.filter((other) => !isSame(Buffer.from(other), hash))
  return rest.length < hashes.length ? rest : undefined
}

const isSame = (left: Buffer, right: Buffer): boolean => left.length === right.length && timingSafeEqual(left, right)
