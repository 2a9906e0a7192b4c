import { createSecretKey, randomUUID } from 'node:crypto'
import {
  ACCESS_TOKEN_SECONDS,
  AccessClaims,
  REFRESH_TOKEN_SECONDS,
  TOKEN_ISSUER,
  type TokenPair,
} from '@greenwave/contract/auth'
import { MESSAGES } from '@greenwave/contract/errors'
import type { User } from '@greenwave/contract/users'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { RevocationRepository } from '../store/store.ts'
import { type Principal, TokenRefused, type TokenVerifier } from './principal.ts'

const ALGORITHM = 'HS512'
const REFRESH_SCOPE = 'REFRESH_TOKEN'

/** What a refresh token says of its session. */
interface RefreshSubject {
  readonly userId: string
  readonly sessionId: string
  /** Its session ended, or all of the user's tokens were voided. */
  readonly isOutdated: boolean
}

/** Issues and checks the tokens of all sessions. */
export interface Tokens extends TokenVerifier {
  /** A pair for a new session of this user. `enabled` becomes a claim and refuses nothing by itself. */
  issue(user: User, enabled: boolean): Promise<TokenPair>
  /** Rejects with TokenRefused; its reason `scope` means that this is no refresh token. */
  verifyRefreshToken(token: string): Promise<RefreshSubject>
  /** Voids every token of a user that was issued so far. */
  revokeUser(userId: string): void
  /** Voids the tokens of one session. */
  revokeSession(sessionId: string): void
}

/**
 * @param signingKey at least 512 bits, the installation's own
 * @param now the clock, epoch milliseconds
 */
export function createTokens(signingKey: Uint8Array, revocations: RevocationRepository, now: () => number): Tokens {
  const key = createSecretKey(signingKey)

  async function sign(claims: JWTPayload, issuedAt: number, lifeSeconds: number): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(TOKEN_ISSUER)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifeSeconds)
      .sign(key)
  }

  async function claimsOf(token: string): Promise<AccessClaims | JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: TOKEN_ISSUER,
        requiredClaims: ['exp', 'iat', 'userId', 'sessionId', 'scopes'],
        currentDate: new Date(now()),
      })
      return payload
    } catch (error) {
      // A wrong signature reads like an expired token, so that a forger learns nothing from the answer.
      if (error instanceof errors.JWTExpired || error instanceof errors.JWSSignatureVerificationFailed) {
        throw new TokenRefused('expired', MESSAGES.tokenExpired)
      }
      throw new TokenRefused('malformed', MESSAGES.invalidCredentials)
    }
  }

  /** True if the user's tokens were voided after this one was issued, or its session ended. */
  function isRevoked(userId: string, sessionId: string, issuedAt: number): boolean {
    const since = revocations.outdatedSince(userId)
    if (since !== undefined && (sessionStart(sessionId) ?? issuedAt * 1000) < since) return true
    return revocations.outdatedSince(sessionId) !== undefined
  }
  /** Now, but never before the user's last revocation: whoever signs in after it stays in when the clock was set back. */
  const nowFor = (userId: string): number => Math.max(now(), revocations.outdatedSince(userId) ?? 0)

  const revokedListeners = new Set<(subject: string) => void>()
  function revoke(subject: string, sinceMs: number): void {
    revocations.invalidate(subject, sinceMs)
    for (const listener of revokedListeners) listener(subject)
  }

  return {
    async issue(user, enabled) {
      const issuedAt = Math.floor(now() / 1000)
      const sessionId = sessionIdAt(nowFor(user.id.id))
      const shared = { sub: user.email, userId: user.id.id, sessionId, isPublic: false }
      const [token, refreshToken] = await Promise.all([
        sign(
          {
            ...shared,
            scopes: [user.authority],
            ...(user.firstName == null ? {} : { firstName: user.firstName }),
            ...(user.lastName == null ? {} : { lastName: user.lastName }),
            enabled,
            tenantId: user.tenantId.id,
            customerId: user.customerId.id,
          },
          issuedAt,
          ACCESS_TOKEN_SECONDS,
        ),
        sign({ ...shared, scopes: [REFRESH_SCOPE], jti: randomUUID() }, issuedAt, REFRESH_TOKEN_SECONDS),
      ])
      return { token, refreshToken }
    },

    async verifyAccessToken(token): Promise<Principal> {
      const parsed = AccessClaims.safeParse(await claimsOf(token))
      if (!parsed.success) throw new TokenRefused('malformed', MESSAGES.invalidCredentials)
      const { userId, sessionId, iat, sub, scopes, tenantId, customerId } = parsed.data
      const authority = scopes[0]
      if (authority !== 'TENANT_ADMIN' && authority !== 'CUSTOMER_USER') {
        throw new TokenRefused('malformed', MESSAGES.invalidCredentials)
      }
      if (isRevoked(userId, sessionId, iat)) throw new TokenRefused('outdated', MESSAGES.tokenExpired)
      return { userId, email: sub, authority, tenantId, customerId, sessionId }
    },

    async verifyRefreshToken(token) {
      const { userId, sessionId, scopes, iat } = await claimsOf(token)
      if (typeof userId !== 'string' || typeof sessionId !== 'string' || iat === undefined) {
        throw new TokenRefused('malformed', MESSAGES.invalidCredentials)
      }
      if (!Array.isArray(scopes) || scopes[0] !== REFRESH_SCOPE) {
        throw new TokenRefused('scope', 'Invalid Refresh Token scope')
      }
      return { userId, sessionId, isOutdated: isRevoked(userId, sessionId, iat) }
    },

    // Later than every token so far, and no later than any to come.
    revokeUser: (userId) => revoke(userId, nowFor(userId) + 1),
    revokeSession: (sessionId) => revoke(sessionId, now()),

    onRevoked(listener) {
      revokedListeners.add(listener)
      return () => {
        revokedListeners.delete(listener)
      }
    },
  }
}

/**
 * A new session id, a UUID of version 7: it carries its time in milliseconds. The claims of a token count whole seconds, and
 * by those alone one who renews his tokens all the time would hold a pair of the very second that voids them.
 */
function sessionIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** When a session began, epoch milliseconds; undefined for an id that carries no time. */
function sessionStart(sessionId: string): number | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(sessionId) ?? []
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16)
}
