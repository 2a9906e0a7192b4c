/** Access tokens as a platform issues them, for tests. */
import type { TokenPair } from '@greenwave/contract/wire/auth'
import { NULL_UUID } from '@greenwave/contract/wire/ids'

const TENANT = '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10'
const CUSTOMER = 'a4b3b6c0-8c1e-11f0-9a55-0f6a3c2b7e10'
const USER = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'

export interface TestTokenOptions {
  scope?: string
  email?: string
  issuedAtMs?: number
  lifeMs?: number
  sessionId?: string
  userId?: string
}

/** Returns an access token with a signature that nobody checks. */
export function testToken(options: TestTokenOptions = {}): string {
  const {
    scope = 'TENANT_ADMIN',
    email = 'admin@greenwave.test',
    issuedAtMs = Date.now(),
    lifeMs = 9_000_000,
  } = options
  const claims = {
    sub: email,
    userId: options.userId ?? USER,
    scopes: [scope],
    sessionId: options.sessionId ?? 'b6f0a1de-1f0c-4b57-9f0a-6f2f7e1c9d55',
    iat: Math.floor(issuedAtMs / 1000),
    exp: Math.floor((issuedAtMs + lifeMs) / 1000),
    iss: 'thingsboard.io',
    enabled: true,
    isPublic: false,
    tenantId: TENANT,
    customerId: scope === 'CUSTOMER_USER' ? CUSTOMER : NULL_UUID,
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS512' })}.${part(claims)}.c2ln`
}

/** Returns a pair of tokens; see `testToken`. */
export function testTokens(options: TestTokenOptions = {}): TokenPair {
  return { token: testToken(options), refreshToken: 'refresh' }
}
