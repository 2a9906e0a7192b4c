/**
 * Reads an access token. Only the platform checks its signature; the client reads from its claims who is signed in, and
 * for how long.
 */
import { AccessClaims } from '@greenwave/contract/wire/auth'
import { parseTolerantly } from '@greenwave/contract/wire/tolerant'

/** The signed-in user, read from the claims of the access token. Times are epoch milliseconds. */
export interface SessionUser {
  readonly email: string
  readonly userId: string
  readonly scopes: readonly string[]
  readonly sessionId: string
  readonly tenantId: string
  readonly customerId: string
  readonly enabled: boolean
  readonly isPublic: boolean
  readonly issuedAt: number
  readonly expiresAt: number
  readonly issuer: string
}

/**
 * Returns the user of a token, or undefined if the text is no access token of the platform.
 * @param onOdd called for each claim that cannot be read and is skipped
 */
export function parseAccessToken(token: string, onOdd: (remark: string) => void): SessionUser | undefined {
  const claims = parseTolerantly(AccessClaims, decodePayload(token), onOdd)
  if (!claims.success) return undefined
  const { sub, userId, scopes, sessionId, tenantId, customerId, enabled, isPublic, iat, exp, iss } = claims.data
  return {
    email: sub,
    userId,
    scopes,
    sessionId,
    tenantId,
    customerId,
    enabled,
    isPublic,
    issuedAt: iat * 1000,
    expiresAt: exp * 1000,
    issuer: iss,
  }
}

function decodePayload(token: string): unknown {
  const payload = token.split('.')[1]
  if (!payload) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** A token is renewed when a fifth of its lifetime remains, but not earlier than ten minutes before its end. */
const RENEW_AT_SHARE = 0.2
const RENEW_AT_MOST_MS = 600_000

/**
 * Returns when to renew a token, epoch milliseconds.
 * @param end when the token expires by the caller's clock, epoch milliseconds
 */
export function renewalTime({ issuedAt, expiresAt }: SessionUser, end: number): number {
  return end - Math.min((expiresAt - issuedAt) * RENEW_AT_SHARE, RENEW_AT_MOST_MS)
}
