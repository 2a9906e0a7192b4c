/** Stands in for the network in component tests: answers `fetch` by a table, and records what was asked. */
import type { TokenPair } from '@greenwave/contract/auth'
import { NULL_UUID } from '@greenwave/contract/ids'
import { vi } from 'vitest'
import { session } from '../data/session.ts'

export interface RecordedCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly token: string | null
}

/**
 * Answers calls by 'METHOD /path': an answer or a function of the call that gives one; paths are compared whole, the query
 * left out. An answer is JSON with status 200, a `Response` made by hand, or an `Error` for no answer at all.
 * A call that the table lacks fails the way a broken network does, and is found in `calls`.
 */
export function stubPlatform(answers: Record<string, unknown>): { calls: RecordedCall[] } {
  const calls: RecordedCall[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, 'http://console.test')
    const call: RecordedCall = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      token: new Headers(init.headers).get('X-Authorization')?.replace('Bearer ', '') ?? null,
    }
    calls.push(call)
    const name = `${call.method} ${call.path}`
    if (!Object.hasOwn(answers, name)) throw new TypeError(`No answer for ${name}`)
    const entry = answers[name]
    const answer: unknown = typeof entry === 'function' ? await entry(call) : entry
    if (answer instanceof Error) throw answer
    if (answer instanceof Response) return answer.clone()
    return answer === undefined ? new Response(null) : Response.json(answer)
  })
  return { calls }
}

/** The platform's error object as an answer. */
export function errorAnswer(status: number, message: string, errorCode = 2): Response {
  return Response.json({ status, message, errorCode, timestamp: 0 }, { status })
}

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

/** A token as the platform's, with a signature that nobody checks. */
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

/** A pair of tokens; see `testToken`. */
export function testTokens(options: TestTokenOptions = {}): TokenPair {
  return { token: testToken(options), refreshToken: 'refresh' }
}

/** Begins a session for a component test: `signInForTest({ scope: 'CUSTOMER_USER' })`. */
export function signInForTest(options: TestTokenOptions = {}): void {
  session.signIn(testTokens(options))
}
