/**
 * Reads an access token. Only the platform checks its signature; the client reads from its claims who is signed in, and
 * for how long. By hand, since every page begins with it, also those that load no schemas: the test compares it with
 * `AccessClaims` of the contract.
 */

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
  const claims = decodePayload(token)
  if (typeof claims !== 'object' || claims === null) return undefined
  const { sub, userId, scopes, tenantId, iat, exp, ...rest } = claims as Readonly<Record<string, unknown>>
  const isEssential =
    isText(sub) && isText(userId) && areTexts(scopes) && isId(tenantId) && isNumber(iat) && isNumber(exp)
  if (!isEssential) return undefined
  const claim = <T>(name: string, is: (value: unknown) => value is T, otherwise: T): T => {
    const value = rest[name]
    if (is(value)) return value
    onOdd(`an access token: ${name} cannot be read and is passed over`)
    return otherwise
  }
  return {
    email: sub,
    userId,
    scopes,
    sessionId: claim('sessionId', isText, ''),
    tenantId: tenantId.toLowerCase(),
    customerId: claim('customerId', isId, NO_CUSTOMER).toLowerCase(),
    enabled: claim('enabled', isTruth, true),
    isPublic: claim('isPublic', isTruth, rest.isPublic === 'true'),
    issuedAt: iat * 1000,
    expiresAt: exp * 1000,
    issuer: claim('iss', isText, ''),
  }
}

/** The id that means "no customer", as `NULL_UUID` of the contract. */
const NO_CUSTOMER = '13814000-1dd2-11b2-8080-808080808080'

const isText = (value: unknown): value is string => typeof value === 'string'
const isTruth = (value: unknown): value is boolean => typeof value === 'boolean'
const isNumber = (value: unknown): value is number => Number.isFinite(value)
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isId = (value: unknown): value is string =>
  isText(value) && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

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
