import { hkdfSync, randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { ClientAddress } from '../audit/describeClient.ts'

/** The origin of a request, for the audit log and for slowing down sign-ins. */
export interface Client extends ClientAddress {
  /** The signed text by which the platform recognises this browser (knownBrowsers.ts), as it was sent. */
  readonly browserCookie?: string | undefined
}

/**
 * A browser that has signed in before. Its failures are counted separately, so that strangers' failures do not lock it.
 */
export interface KnownBrowser {
  readonly id: string
  /** The users who signed in with it, the latest first. */
  readonly userIds: readonly string[]
}

/**
 * Recognises browsers by a signed text in a cookie. The cookie grants no access; it only decides for whom failures
 * count.
 */
export interface KnownBrowsers {
  /** Resolves with undefined for a text that was not signed here or has expired. */
  read(signed: string | undefined): Promise<KnownBrowser | undefined>
  /** Signs a text for a browser with which this user has just signed in. */
  sign(browser: KnownBrowser | undefined, userId: string): Promise<string>
}

/** Lifetime of the text after a sign-in, seconds. */
export const KNOWN_BROWSER_SECONDS = 365 * 86_400
/** Most users stored for one browser; keeps the cookie small. */
const MAX_USERS = 8
/** Longest text that is read, characters. */
const MAX_LENGTH = 2048

// The claim and the label below keep their names, because browsers have cookies of earlier releases.
const Claims = z.object({ device: z.uuid(), users: z.array(z.string()).max(MAX_USERS) })

/** Creates the recognition of browsers from the installation's signing key. */
export function createKnownBrowsers(signingKey: Uint8Array, now: () => number): KnownBrowsers {
  // A separate key, so that such a text can never pass for a token.
  const key = new Uint8Array(hkdfSync('sha256', signingKey, '', 'known device', 32))

  return {
    async read(signed) {
      if (signed === undefined || signed.length > MAX_LENGTH) return undefined
      try {
        const { payload } = await jwtVerify(signed, key, {
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
          currentDate: new Date(now()),
        })
        const claims = Claims.safeParse(payload)
        return claims.success ? { id: claims.data.device, userIds: claims.data.users } : undefined
      } catch {
        return undefined
      }
    },
    sign(browser, userId) {
      const others = browser?.userIds.filter((id) => id !== userId) ?? []
      return new SignJWT({ device: browser?.id ?? randomUUID(), users: [userId, ...others].slice(0, MAX_USERS) })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(now() / 1000) + KNOWN_BROWSER_SECONDS)
        .sign(key)
    },
  }
}
