/** Replaces the network in component tests: answers `fetch` from a table, and records the calls. */
import { type TestTokenOptions, testTokens } from '@greenwave/client/testing/testTokens'
import { onTestFinished, vi } from 'vitest'
import { session, startSession } from '../data/session.ts'

export { type TestTokenOptions, testToken, testTokens } from '@greenwave/client/testing/testTokens'

/** A call that the console made. */
export interface RecordedCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly token: string | null
}

/** What our own platform always answers. */
const USUAL_ANSWERS: Record<string, unknown> = {
  'GET /api/system/info': { version: '0.1.0', artifact: 'greenwave', name: 'Greenwave', type: 'CE' },
}

/** A platform that is a ThingsBoard, for the table of `stubPlatform`. */
export const OF_THINGSBOARD: Record<string, unknown> = {
  'GET /api/system/info': { version: '4.3.1.3', artifact: 'application', name: 'ThingsBoard', type: 'CE' },
}

/**
 * Answers calls by 'METHOD /path', with an answer or with a function that makes one from the call. The whole path must
 * match, without the query. Without an answer of the table, the platform says that it is ours. An answer is JSON sent
 * with status 200, a `Response`, or an `Error` for no answer at all. A call that the table lacks fails like a broken
 * network, and is recorded in `calls`; but not a HEAD, with which the console looks for a platform that is back.
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
    const name = `${call.method} ${call.path}`
    if (call.method !== 'HEAD' || Object.hasOwn(answers, name)) calls.push(call)
    const table = Object.hasOwn(answers, name) ? answers : USUAL_ANSWERS
    if (!Object.hasOwn(table, name)) throw new TypeError(`No answer for ${name}`)
    const entry = table[name]
    const answer: unknown = typeof entry === 'function' ? await entry(call) : entry
    if (answer instanceof Error) throw answer
    if (answer instanceof Response) return answer.clone()
    return answer === undefined ? new Response(null) : Response.json(answer)
  })
  return { calls }
}

/** Returns an answer with the platform's error object. */
export function errorAnswer(status: number, message: string, errorCode = 2): Response {
  return Response.json({ status, message, errorCode, timestamp: 0 }, { status })
}

/** Begins and follows the session of this tab until the test ends. */
export function startSessionForTest(): void {
  onTestFinished(startSession())
}

/** Starts a session for a component test: `signInForTest({ scope: 'CUSTOMER_USER' })`. */
export function signInForTest(options: TestTokenOptions = {}): void {
  session.signIn(testTokens(options))
}
