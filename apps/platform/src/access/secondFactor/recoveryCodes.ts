import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Number of codes of a user. */
export const RECOVERY_CODES = 10
/**
 * Letters and digits that are not mistaken for one another on paper; 32 of them, so that a random byte picks each
 * equally often.
 */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'
/** 16 characters are 80 bits, too many to guess, so a fast hash protects them as well as a slow one. */
const LENGTH = 16

/** Returns new codes, in groups of four: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
    return letters.replaceAll(/.{4}(?!$)/g, '$&-')
  })
}

/**
 * Returns the stored form of a code: SHA-256 of the user and the code, hexadecimal. Case, spaces and hyphens do not
 * count.
 */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return createHash('sha256').update(`${userId} ${plain}`).digest('hex')
}

/** Returns the hashes that remain after a code was used; undefined when the code is none of them. */
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
