import { createSecretKey, randomUUID } from 'node:crypto'
import {
  ACCESS_TOKEN_SECONDS,
  AccessClaims,
  REFRESH_TOKEN_SECONDS,
  TOKEN_ISSUER,
  type TokenPair,
} from '@greenwave/contract/wire/auth'
import { calls } from '@greenwave/contract/wire/calls/calls'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import { NULL_UUID } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { EndedSessions } from '../endedSessions.ts'
import { type Principal, TokenRefused, type TokenVerifier } from '../principal.ts'
import { Refusal } from '../refusal.ts'
import { createExpiringMap } from '../expiringMap.ts'
import { isStepToken } from '../secondFactor/stepTokens.ts'
import { WATCHER_ID, WATCHER_NAME } from '../service.ts'
import { timedId } from '../sessionId.ts'
import type { Grant, SessionOrigin } from '../sessions.ts'

const ALGORITHM = 'HS512'
const REFRESH_SCOPE = 'REFRESH_TOKEN'
/** For authors of tools: the platform's usual message would say that the role lacks the permission. */
const STEP_TOKEN_MESSAGE = `This sign-in is not finished, and its token serves to finish it alone: see ${calls.signInProviders.path}, or sign in at the console.`

/**
 * Access tokens whose signature was verified and is not verified again while they are valid. Each of a caller's calls
 * brings the same token; verifying costs a turn of the thread pool and a tenth of a millisecond.
 */
const MOST_VERIFIED = 4096

/** The claims of an access token, as they are and as they were read. */
interface VerifiedClaims {
  readonly claims: JWTPayload
  readonly parsed: ReturnType<typeof AccessClaims.safeParse>
}

/** The claims of a refresh token about its session. */
interface RefreshSubject extends SessionOrigin {
  readonly userId: string
  readonly chainId: string
  /** The token's number in its session; undefined for a token of the first release. */
  readonly generation: number | undefined
  /** Whether its session has ended, or all tokens of the user were revoked. */
  readonly isOutdated: boolean
}

/** Issues and checks the tokens of all sessions. */
export interface Tokens extends Omit<TokenVerifier, 'verifyApiKey'> {
  /** Issues a pair of tokens. `enabled` becomes a claim and has no effect here. */
  issue(user: User, grant: Grant, enabled: boolean): Promise<TokenPair>
  /** Issues an access token to the watcher of a tenant. It is valid for the usual time, in this process only. */
  issueToWatcher(tenantId: string): Promise<string>
  /** Rejects with TokenRefused; its reason `scope` means that this is no refresh token. */
  verifyRefreshToken(token: string): Promise<RefreshSubject>
}

/**
 * Creates the tokens of an installation.
 * @param signingKey the installation's own, at least 512 bits
 * @param now returns epoch milliseconds
 */
export function createTokens(signingKey: Uint8Array, endedSessions: EndedSessions, now: () => number): Tokens {
  const key = createSecretKey(signingKey)
  /** Tokens of the watcher belong to this run of the platform. */
  const watcherRun = timedId(now())
  const verified = createExpiringMap<VerifiedClaims>(ACCESS_TOKEN_SECONDS * 1000, MOST_VERIFIED, now)

  async function sign(claims: JWTPayload, issuedAt: number, lifeSeconds: number): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(TOKEN_ISSUER)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifeSeconds)
      .sign(key)
  }

  async function accessClaimsOf(token: string): Promise<VerifiedClaims> {
    const known = verified.get(token)
    if (known?.claims.exp !== undefined && known.claims.exp > Math.floor(now() / 1000)) return known
    const claims = await claimsOf(token)
    const read = { claims, parsed: AccessClaims.safeParse(claims) }
    verified.set(token, read)
    return read
  }

  async function claimsOf(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: TOKEN_ISSUER,
        requiredClaims: ['exp', 'iat', 'userId', 'sessionId', 'scopes'],
        currentDate: new Date(now()),
      })
      return payload
    } catch (error) {
      // A wrong signature gets the same answer as an expired token, so that a forger learns nothing.
      if (error instanceof errors.JWTExpired || error instanceof errors.JWSSignatureVerificationFailed) {
        throw new TokenRefused('expired', MESSAGES.tokenExpired, error instanceof errors.JWSSignatureVerificationFailed)
      }
      throw new TokenRefused('malformed', MESSAGES.invalidCredentials)
    }
  }

  return {
    async issue(user, grant, enabled) {
      const issuedAt = Math.floor(now() / 1000)
      const sessionId = timedId(endedSessions.nowFor(user.id.id, grant.impersonatorId ?? user.id.id))
      const shared = { sub: user.email, userId: user.id.id, sessionId, ...grant, isPublic: false }
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

    issueToWatcher(tenantId) {
      const issuedAt = Math.floor(now() / 1000)
      const ids = { sub: WATCHER_NAME, userId: WATCHER_ID, sessionId: watcherRun, chainId: watcherRun }
      const owner = { tenantId, customerId: NULL_UUID }
      const claims = { ...ids, ...owner, scopes: ['TENANT_ADMIN'], enabled: true, isPublic: false }
      return sign(claims, issuedAt, ACCESS_TOKEN_SECONDS)
    },

    async verifyAccessToken(token): Promise<Principal> {
      const { claims, parsed } = await accessClaimsOf(token)
      if (Array.isArray(claims.scopes) && claims.scopes[0] === REFRESH_SCOPE) {
        throw new TokenRefused('scope', 'Invalid Access Token scope')
      }
      if (isStepToken(claims)) throw new Refusal('permissionDenied', STEP_TOKEN_MESSAGE)
      if (!parsed.success) throw new TokenRefused('malformed', MESSAGES.invalidCredentials)
      const { userId, sessionId, iat, sub, scopes, tenantId, customerId } = parsed.data
      const chainId = parsed.data.chainId ?? sessionId
      const authority = scopes[0]
      if (authority !== 'TENANT_ADMIN' && authority !== 'CUSTOMER_USER') {
        throw new TokenRefused('malformed', MESSAGES.invalidCredentials)
      }
      if (userId === WATCHER_ID) {
        if (chainId !== watcherRun) throw new TokenRefused('outdated', MESSAGES.tokenExpired)
        return { userId, email: sub, authority, tenantId, customerId, sessionId, chainId, isWatcher: true }
      }
      const { generation, impersonatedBy, impersonatorId, providerSession } = parsed.data
      if (endedSessions.isOver({ userId, chainId, sessionId, issuedAt: iat, impersonatorId })) {
        throw new TokenRefused('outdated', MESSAGES.tokenExpired)
      }
      const session = { sessionId, chainId, generation, impersonatedBy, impersonatorId, providerSession }
      return { userId, email: sub, authority, tenantId, customerId, ...session }
    },

    async verifyRefreshToken(token) {
      const claims = await claimsOf(token)
      const { userId, sessionId, chainId = sessionId, generation, scopes, iat } = claims
      const isWhole =
        typeof userId === 'string' &&
        typeof sessionId === 'string' &&
        typeof chainId === 'string' &&
        (generation === undefined || Number.isSafeInteger(generation)) &&
        iat !== undefined
      if (!isWhole) throw new TokenRefused('malformed', MESSAGES.invalidCredentials)
      if (!Array.isArray(scopes) || scopes[0] !== REFRESH_SCOPE) {
        throw new TokenRefused('scope', 'Invalid Refresh Token scope')
      }
      const impersonatorId = textIn(claims.impersonatorId)
      return {
        userId,
        chainId,
        generation: generation === undefined ? undefined : Number(generation),
        impersonatedBy: textIn(claims.impersonatedBy),
        impersonatorId,
        providerSession: textIn(claims.providerSession),
        isOutdated: endedSessions.isOver({ userId, chainId, sessionId, issuedAt: iat, impersonatorId }),
      }
    },

    onRevoked: (listener) => endedSessions.onEnded(listener),
  }
}

const textIn = (claim: unknown): string | undefined => (typeof claim === 'string' ? claim : undefined)
