import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes, as OWASP recommends for interactive sign-in; takes about 10 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a random password. With it, checking an unknown account takes as long as a wrong password. */
let decoyHash: Promise<string> | undefined

/** Makes the hash that is stored for a password. */
export type HashPassword = (password: string) => Promise<string>

/** Resolves with the hash that is stored for a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Resolves with true if the password belongs to the hash. Without a hash it takes as long and resolves with false. */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoyHash ??= hashPassword(randomBytes(24).toString('base64url'))
  const matches = await verify(passwordHash ?? (await decoyHash), password)
  return matches && passwordHash != null
}

/**
 * Generates a password for an account that another user receives: 20 characters without look-alikes, about 115 bits.
 */
export function createPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  let password = ''
  while (password.length < 20) {
    for (const byte of randomBytes(32)) {
      // Bytes beyond the last whole multiple would make some letters likelier than others.
      if (byte < 256 - (256 % alphabet.length) && password.length < 20) password += alphabet[byte % alphabet.length]
    }
  }
  return password
}
