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
export interface RefreshSubject {
  readonly userId: string
  readonly sessionId: string
}

/** Issues and checks the tokens of all sessions. */
export interface Tokens extends TokenVerifier {
  /** A pair for a new session of this user. `enabled` becomes a claim and refuses nothing by itself. */
  issue(user: User, enabled: boolean): Promise<TokenPair>
  /** Rejects with TokenRefused; its reason `scope` means that this is no refresh token. */
  verifyRefreshToken(token: string): Promise<RefreshSubject>
  /** Voids every token of a user that was issued before this second. */
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
    // Whole seconds, as a token counts them: the pair that a password change answers must outlive that change.
    if (since !== undefined && issuedAt < Math.floor(since / 1000)) return true
    return revocations.outdatedSince(sessionId) !== undefined
  }

  const revokedListeners = new Set<(subject: string) => void>()
  function revoke(subject: string): void {
    revocations.invalidate(subject, now())
    for (const listener of revokedListeners) listener(subject)
  }

  return {
    async issue(user, enabled) {
      const issuedAt = Math.floor(now() / 1000)
      const shared = { sub: user.email, userId: user.id.id, sessionId: randomUUID(), isPublic: false }
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
      if (isRevoked(userId, sessionId, iat)) throw new TokenRefused('outdated', MESSAGES.tokenOutdated)
      return { userId, sessionId }
    },

    revokeUser: revoke,
    revokeSession: revoke,

    onRevoked(listener) {
      revokedListeners.add(listener)
      return () => {
        revokedListeners.delete(listener)
      }
    },
  }
}
