/** The one place that calls the platform over HTTP. Typed by the contract's table of calls. */
import { type CallName, calls } from '@greenwave/contract/calls'
import { readTolerantly } from '@greenwave/contract/tolerant'
import type * as z from 'zod/mini'
import { ApiError, NetworkError, UnexpectedReplyError } from './apiErrors.ts'
import { readErrorBody } from './errorBody.ts'
import { logOnce } from './log.ts'
import { noteServerDate } from './serverTime.ts'

type Calls = typeof calls
type SchemaOf<N extends CallName, K extends string> =
  Calls[N] extends Record<K, infer S> ? (S extends z.core.$ZodType ? S : never) : never
type Part<N extends CallName, K extends 'params' | 'query' | 'body'> = z.output<SchemaOf<N, K>>

/** What a call takes: its path parameters and body where it has them, its query where wanted. */
export type CallArguments<N extends CallName> = (Calls[N] extends { params: unknown }
  ? { params: Part<N, 'params'> }
  : { params?: never }) &
  (Calls[N] extends { query: unknown } ? { query?: Part<N, 'query'> } : { query?: never }) &
  (Calls[N] extends { body: unknown } ? { body: Part<N, 'body'> } : { body?: never }) & {
    signal?: AbortSignal
    /** A token of an unfinished sign-in, sent in place of the session's; its refusal is no word on the session. */
    stepToken?: string | undefined
  }

/** What a call answers; undefined for the calls with an empty answer. */
export type CallReply<N extends CallName> = Calls[N] extends { reply: unknown }
  ? z.output<SchemaOf<N, 'reply'>>
  : undefined

/** What the caller's session adds to calls. */
export interface CallSession {
  /** The token to send; renews it first when it is about to end. */
  tokenForCall(): Promise<string | null>
  /** A call with this token was answered 401. Answers the newer token to try once more with, or null when signed out. */
  onUnauthorized(token: string | null): string | null
}

let session: CallSession = { tokenForCall: async () => null, onUnauthorized: () => null }

/** Joins the calls to the session. Called once at start, by the session itself. */
export function joinCallsToSession(next: CallSession): void {
  session = next
}

/**
 * A 401 of these calls is their own answer about the credentials they carry, and no word on the session.
 * They also go out without waiting for a token.
 */
const CALLS_ABOUT_OTHER_CREDENTIALS: ReadonlySet<CallName> = new Set<CallName>([
  ...(['login', 'refreshToken', 'activate', 'resetPassword'] as const),
])

/**
 * Calls the platform. Throws ApiError (it answered with an error), NetworkError (no answer) or UnexpectedReplyError (an answer of
 * another kind; an odd row or field of a right one is left out, and logged);
 * a call that is aborted rejects with the signal's reason.
 */
export async function callApi<N extends CallName>(
  name: N,
  ...[args]: object extends CallArguments<N> ? [CallArguments<N>?] : [CallArguments<N>]
): Promise<CallReply<N>> {
  const call: { method: string; path: string; reply?: z.core.$ZodType } = calls[name]
  const request = { ...args }
  const address = fillPath(call.path, request.params) + queryText(request.query)
  const send = (token: string | null): Promise<Response> => sendRequest(call.method, address, token, request)

  let response: Response
  if (request.stepToken !== undefined) {
    response = await send(request.stepToken)
  } else if (CALLS_ABOUT_OTHER_CREDENTIALS.has(name)) {
    response = await send(null)
  } else if (name === 'logout') {
    // The session here has ended already: its 401 must not touch a session that has begun since.
    response = await send(await session.tokenForCall())
  } else {
    const token = await session.tokenForCall()
    response = await send(token)
    if (response.status === 401) {
      const newer = session.onUnauthorized(token)
      if (newer) {
        response = await send(newer)
        if (response.status === 401) session.onUnauthorized(newer)
      }
    }
  }
  if (!response.ok) throw await apiErrorOf(response)
  return readReply(name, call.reply, response) as Promise<CallReply<N>>
}

interface RequestParts {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
}

async function sendRequest(
  method: string,
  address: string,
  token: string | null,
  parts: RequestParts,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token) headers['X-Authorization'] = `Bearer ${token}`
  if (parts.body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    const response = await fetch(address, {
      method,
      headers,
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      ...(parts.signal && { signal: parts.signal }),
    })
    noteServerDate(response.headers.get('Date'))
    return response
  } catch (error) {
    if (parts.signal?.aborted) throw error
    throw new NetworkError('The platform did not answer', { cause: error })
  }
}

async function apiErrorOf(response: Response): Promise<ApiError> {
  const { errorCode, message, resetToken } = readErrorBody(await response.text().catch(() => ''))
  return new ApiError(response.status, errorCode, message, resetToken)
}

async function readReply(name: CallName, schema: z.core.$ZodType | undefined, response: Response): Promise<unknown> {
  if (!schema) return undefined
  const text = await response.text().catch((error: unknown) => {
    throw new NetworkError('The answer broke off', { cause: error })
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UnexpectedReplyError(`${name}: the answer is not JSON`, { cause: error })
  }
  const reply = readTolerantly(schema, value, (remark) => logOnce(`${name}: ${remark}`))
  if (!reply.success) {
    const issue = reply.error.issues[0]
    throw new UnexpectedReplyError(`${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, {
      cause: reply.error,
    })
  }
  return reply.data
}

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values.get(key))))
}

/** Query text of a call: absent members are left out, a list repeats its key. */
function queryText(query: unknown): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(key, String(one))
  }
  const text = search.toString()
  return text && `?${text}`
}
