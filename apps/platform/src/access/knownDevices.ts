import { hkdfSync, randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

/** A browser that signed in before: its failures are counted by themselves, and strangers' failures do not lock it. */
export interface KnownDevice {
  readonly id: string
  /** Who signed in with it, the last first. */
  readonly userIds: readonly string[]
}

/** Knows browsers again by a signed text that they keep in a cookie. It opens nothing: it only tells whose failures count. */
export interface KnownDevices {
  /** Resolves with undefined for what was not signed here, or is too old. */
  read(signed: string | undefined): Promise<KnownDevice | undefined>
  /** Signs for a browser that this user has just signed in with. */
  sign(device: KnownDevice | undefined, userId: string): Promise<string>
}

/** Life of the text since the last sign-in, seconds. */
export const KNOWN_DEVICE_SECONDS = 365 * 86_400
/** Most users of one browser that it is known for; keeps the cookie small. */
const MAX_USERS = 8
/** Longest text that is looked at. */
const MAX_LENGTH = 2048

const Claims = z.object({ device: z.uuid(), users: z.array(z.string()).max(MAX_USERS) })

export function createKnownDevices(signingKey: Uint8Array, now: () => number): KnownDevices {
  // A key of its own: what is signed here can never pass for a token.
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
    sign(device, userId) {
      const others = device?.userIds.filter((id) => id !== userId) ?? []
      return new SignJWT({ device: device?.id ?? randomUUID(), users: [userId, ...others].slice(0, MAX_USERS) })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(now() / 1000) + KNOWN_DEVICE_SECONDS)
        .sign(key)
    },
  }
}
