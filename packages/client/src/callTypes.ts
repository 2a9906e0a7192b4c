/** Types of the arguments and replies of calls, derived from the contract's table. */
import type { CallName, calls } from '@greenwave/contract/wire/calls/calls'
import type * as z from 'zod/mini'

type Calls = typeof calls

/** Rows of the contract's table: all of them, or those of the calls that a client makes. */
export type CallTable<N extends CallName> = Pick<Calls, N>

type SchemaOf<N extends CallName, K extends string> =
  Calls[N] extends Record<K, infer S> ? (S extends z.core.$ZodType ? S : never) : never
type Part<N extends CallName, K extends 'params' | 'query' | 'body'> = z.output<SchemaOf<N, K>>

/** The arguments of a call: path parameters and body if it has them, and an optional query. */
type CallArguments<N extends CallName> = (Calls[N] extends { params: unknown }
  ? { params: Part<N, 'params'> }
  : { params?: never }) &
  (Calls[N] extends { query: unknown } ? { query?: Part<N, 'query'> } : { query?: never }) &
  (Calls[N] extends { body: unknown } ? { body: Part<N, 'body'> } : { body?: never }) & {
    signal?: AbortSignal
    /**
     * A token of an unfinished sign-in, sent instead of the session's. If it is refused, the session stays as it is.
     */
    stepToken?: string | undefined
    /** The reply decides what is written: a kept one does not serve. */
    fresh?: true
  }

/** A file that a platform sends while it makes it. Cancel its bytes to end both; if they break off, with a NetworkError. */
export interface ReceivedFile {
  /** As the platform calls it; undefined if it gives no name. */
  readonly name: string | undefined
  readonly bytes: ReadableStream<Uint8Array>
}

/** The reply of a call; undefined for calls with an empty reply. */
type CallReply<N extends CallName> = Calls[N] extends { replyAs: 'file' }
  ? ReceivedFile
  : Calls[N] extends { reply: unknown }
    ? z.output<SchemaOf<N, 'reply'>>
    : undefined

/** Makes one of the calls `Known` by its name. Calls without required arguments can omit them. */
export type CallApi<Known extends CallName = CallName> = <N extends Known>(
  name: N,
  ...[args]: object extends CallArguments<N> ? [CallArguments<N>?] : [CallArguments<N>]
) => Promise<CallReply<N>>
