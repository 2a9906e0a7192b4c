/** Makes typed calls from rows of the contract's table, so that no caller spells a path. */
import type { Call, CallName } from '@greenwave/contract/wire/calls/calls'
import { parseTolerantly } from '@greenwave/contract/wire/tolerant'
import { ApiError, NetworkError, UnexpectedReplyError } from './callErrors.ts'
import type { CallApi, CallTable, ReceivedFile } from './callTypes.ts'
import { parseErrorBody } from './errorBody.ts'
import { addressOfRow, type CallParts, requestOfRow } from './rowRequest.ts'
import type { Answer, FetchInit, Transport } from './transport.ts'

/** Session that adds its token to calls. */
export interface CallSession {
  /** Returns the token to send. Renews it first when it is about to expire. */
  tokenForCall(): Promise<string | null>
  /** Called after a call with this token got 401. Returns a newer token for one more try, or null if signed out. */
  onUnauthorized(token: string | null): string | null | Promise<string | null>
}

/** Dependencies of `createClient`. */
export interface ClientDeps<Known extends CallName> {
  /** The calls that the client can make. */
  readonly calls: CallTable<Known>
  /** Scheme, host and port of the platform; empty for the origin of the page. */
  readonly base: string
  /** Sends a call. `isFresh`: the reply decides what is written, so a kept one does not serve. */
  readonly fetch: (address: string, init: FetchInit, call: Call, isFresh: boolean) => ReturnType<Transport['fetch']>
  readonly session: CallSession
  /** Called for every response as soon as its headers arrive. */
  readonly onAnswer?: (response: Answer) => void
  /** Called for every odd row or field that was left out of a reply, with the same sentence for the same oddity. */
  readonly onOdd?: (remark: string) => void
  /** Reads JSON, for programs that pass on numbers digit for digit; `JSON.parse` if it is left out. */
  readonly parse?: (text: string) => unknown
  /** Largest reply that the client reads, bytes. */
  readonly maxReplyBytes?: number
}

type AnyArguments = CallParts & { signal?: AbortSignal; stepToken?: string | undefined; fresh?: true }

/**
 * Half of the longest possible string, because a reply is held as one. Callers that need more history read it in parts.
 * Bytes.
 */
const MAX_REPLY_BYTES = 268_435_456
/** Messages are short; a longer body is a page or a stack trace. Bytes. */
const MAX_REFUSAL_BYTES = 65_536

/**
 * Returns a function that makes the calls of one session. A call rejects with ApiError (the platform replied with an
 * error), NetworkError (no reply) or UnexpectedReplyError (a reply that does not fit the contract). Odd rows or fields
 * of a usable reply are left out and reported to `onOdd`. An aborted call rejects with the signal's reason.
 */
export function createClient<Known extends CallName>(deps: ClientDeps<Known>): CallApi<Known> {
  const { base, session, onAnswer, onOdd = () => undefined, parse = JSON.parse, maxReplyBytes = MAX_REPLY_BYTES } = deps

  async function send(call: Call, args: AnyArguments, token: string | null): Promise<Answer> {
    const { signal } = args
    try {
      const init = requestOfRow(call, args, token)
      const response = await deps.fetch(
        base + addressOfRow(call, args),
        signal ? { ...init, signal } : init,
        call,
        args.fresh === true,
      )
      onAnswer?.(response)
      return response
    } catch (error) {
      if (signal?.aborted) throw error
      throw new NetworkError('The platform did not answer', { cause: error })
    }
  }

  async function sendAs(call: Call, args: AnyArguments): Promise<Answer> {
    if (args.stepToken !== undefined) return send(call, args, args.stepToken)
    if (call.credentials === 'inBody') return send(call, args, null)
    const token = await session.tokenForCall()
    const response = await send(call, args, token)
    // If the call itself ended its session, its 401 says nothing about a session that began since then.
    if (response.status !== 401 || call.endsSession) return response
    const newer = await session.onUnauthorized(token)
    if (!newer) return response
    const again = await send(call, args, newer)
    if (again.status === 401) await session.onUnauthorized(newer)
    return again
  }

  async function read(
    name: Known,
    { reply: schema }: Call,
    response: Answer,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    if (!schema) return undefined
    const text = await readText(response, maxReplyBytes).catch((error: unknown) => {
      if (signal?.aborted) throw error
      if (error instanceof RangeError) throw new UnexpectedReplyError(`${name}: ${error.message}`, { cause: error })
      throw new NetworkError('The answer broke off', { cause: error })
    })
    let value: unknown
    try {
      // An empty body is "nothing"; schemas that cannot be that refuse it.
      value = text === '' ? null : parse(text)
    } catch (error) {
      throw new UnexpectedReplyError(`${name}: the answer is not JSON`, { cause: error })
    }
    const reply = parseTolerantly(schema, value, (remark) => onOdd(`${name}: ${remark}`))
    if (!reply.success) {
      const issue = reply.error.issues[0]
      throw new UnexpectedReplyError(`${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, {
        cause: reply.error,
      })
    }
    return reply.data
  }

  return async (name, ...[given]) => {
    const args: AnyArguments = { ...given }
    const call: Call = deps.calls[name]
    const response = await sendAs(call, args)
    if (!response.ok) throw await apiErrorOf(response)
    if (call.replyAs === 'file') return fileOf(response, args.signal) as never
    return (await read(name, call, response, args.signal)) as never
  }
}

/** Returns the file of a response. Its name is text of ASCII letters in quotes. */
function fileOf({ headers, body }: Answer, signal: AbortSignal | undefined): ReceivedFile {
  const name = /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  const reader = body?.getReader()
  const bytes = new ReadableStream<Uint8Array>({
    async pull(control) {
      const piece = await reader?.read().catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw new NetworkError('The file broke off', { cause: error })
      })
      if (piece?.value) control.enqueue(piece.value)
      else control.close()
    },
    cancel: (reason: unknown) => reader?.cancel(reason),
  })
  return { name, bytes }
}

async function apiErrorOf(response: Answer): Promise<ApiError> {
  const text = await readText(response, MAX_REFUSAL_BYTES).catch(() => '')
  const { errorCode, message, resetToken } = parseErrorBody(text)
  return new ApiError(response.status, errorCode, message, resetToken)
}

/** Returns a session with one token that is never renewed. With null, calls are made without a token. */
export function tokenSession(token: string | null): CallSession {
  return { tokenForCall: async () => token, onUnauthorized: () => null }
}

/**
 * Reads the text of a response. Stops and rejects with a RangeError when it is longer than `maxBytes`; rejects with the
 * transport's error when it breaks off.
 */
export async function readText(response: Answer, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done || !value) return text + decoder.decode()
    bytes += value.length
    if (bytes > maxBytes) {
      // Errors of the cancellation do not matter any more.
      reader.cancel().catch(() => undefined)
      throw new RangeError(`The answer is longer than ${maxBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
