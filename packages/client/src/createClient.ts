/** Typed calls of a platform, made from the contract's table: no caller spells a path. */
import { type Call, type CallName, calls } from '@greenwave/contract/calls'
import { readTolerantly } from '@greenwave/contract/tolerant'
import { ApiError, NetworkError, UnexpectedReplyError } from './callErrors.ts'
import { addressOf, type CallParts, requestOf } from './callRequest.ts'
import type { CallApi } from './callTypes.ts'
import { readErrorBody } from './errorBody.ts'
import { readText } from './replyText.ts'
import type { Transport } from './transport.ts'

/** What the caller's session adds to calls. */
export interface CallSession {
  /** Returns the token to send; renews it first when it is about to end. */
  tokenForCall(): Promise<string | null>
  /** A call with this token was answered 401. Returns the newer token to try once more with, or null when signed out. */
  onUnauthorized(token: string | null): string | null | Promise<string | null>
}

export interface ClientDeps {
  /** Scheme, host and port of the platform; empty for the origin of the page. */
  readonly base: string
  readonly fetch: Transport['fetch']
  readonly session: CallSession
  /** Told of every answer as soon as its head is here. */
  readonly onAnswer?: (response: Response) => void
  /** Told of every odd row or field that was left out of an answer; the same sentence for the same oddity. */
  readonly onOdd?: (remark: string) => void
  /** Largest answer that is read, bytes. */
  readonly maxReplyBytes?: number
}

type AnyArguments = CallParts & { signal?: AbortSignal; stepToken?: string | undefined }

/** An answer is held whole as text; half of the longest text that there can be. Who needs more history asks for it in parts. Bytes. */
const MAX_REPLY_BYTES = 268_435_456
/** Sentences are short; what is longer is a page or a trace. Bytes. */
const MAX_REFUSAL_BYTES = 65_536

/**
 * Makes the calls of one session. Each rejects with ApiError (the platform answered with an error), NetworkError (no answer) or
 * UnexpectedReplyError (an answer of another kind; an odd row or field of a right one is left out, and remarked);
 * a call that is aborted rejects with the signal's reason.
 */
export function createClient(deps: ClientDeps): CallApi {
  const { base, session, onAnswer, onOdd = () => undefined, maxReplyBytes = MAX_REPLY_BYTES } = deps

  async function send(name: CallName, args: AnyArguments, token: string | null): Promise<Response> {
    const { signal } = args
    try {
      const init = requestOf(name, args, token)
      const response = await deps.fetch(base + addressOf(name, args), signal ? { ...init, signal } : init)
      onAnswer?.(response)
      return response
    } catch (error) {
      if (signal?.aborted) throw error
      throw new NetworkError('The platform did not answer', { cause: error })
    }
  }

  async function sendAs(name: CallName, args: AnyArguments): Promise<Response> {
    const call: Call = calls[name]
    if (args.stepToken !== undefined) return send(name, args, args.stepToken)
    if (call.credentials === 'inBody') return send(name, args, null)
    const token = await session.tokenForCall()
    const response = await send(name, args, token)
    // A session that was ended by the call itself has no say in the one that may have begun since.
    if (response.status !== 401 || call.endsSession) return response
    const newer = await session.onUnauthorized(token)
    if (!newer) return response
    const again = await send(name, args, newer)
    if (again.status === 401) await session.onUnauthorized(newer)
    return again
  }

  async function read(name: CallName, response: Response, signal: AbortSignal | undefined): Promise<unknown> {
    const { reply: schema }: Call = calls[name]
    if (!schema) return undefined
    const text = await readText(response, maxReplyBytes).catch((error: unknown) => {
      if (signal?.aborted) throw error
      if (error instanceof RangeError) throw new UnexpectedReplyError(`${name}: ${error.message}`, { cause: error })
      throw new NetworkError('The answer broke off', { cause: error })
    })
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw new UnexpectedReplyError(`${name}: the answer is not JSON`, { cause: error })
    }
    const reply = readTolerantly(schema, value, (remark) => onOdd(`${name}: ${remark}`))
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
    const response = await sendAs(name, args)
    if (!response.ok) throw await apiErrorOf(response)
    return (await read(name, response, args.signal)) as never
  }
}

async function apiErrorOf(response: Response): Promise<ApiError> {
  const text = await readText(response, MAX_REFUSAL_BYTES).catch(() => '')
  const { errorCode, message, resetToken } = readErrorBody(text)
  return new ApiError(response.status, errorCode, message, resetToken)
}
