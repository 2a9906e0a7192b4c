import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'

/** A sign-in through the provider that a browser has begun. The browser alone keeps it, sealed, in a cookie. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** The code verifier of PKCE. */
  readonly verifier: string
  /** The address to which the provider sends the browser back. */
  readonly redirectUri: string
}

/** Timeout of the user's steps at the provider, seconds. */
export const ATTEMPT_SECONDS = 600
/** Longest text that is opened, characters. */
const MAX_LENGTH = 4096

const SealedAttempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), redirectUri: z.string() })

/** Seals attempts so that no browser can read or make one. */
export interface AttemptSeal {
  seal(attempt: Attempt): Promise<string>
  /** Resolves with undefined for a text that was not sealed here, or too long ago. */
  open(text: string | undefined): Promise<Attempt | undefined>
}

/** Creates the seal of an installation from its signing key. `now` returns epoch milliseconds. */
export function createAttemptSeal(signingKey: Uint8Array, now: () => number): AttemptSeal {
  // A separate key, so that such a text can never pass for a token.
  const key = new Uint8Array(hkdfSync('sha256', signingKey, '', 'provider sign-in', 32))
  return {
    seal: (attempt) =>
      new EncryptJWT({ ...attempt })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(now() / 1000) + ATTEMPT_SECONDS)
        .encrypt(key),
    async open(text) {
      if (text === undefined || text.length > MAX_LENGTH) return undefined
      try {
        const { payload } = await jwtDecrypt(text, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
          currentDate: new Date(now()),
        })
        return SealedAttempt.safeParse(payload).data
      } catch {
        return undefined
      }
    },
  }
}
