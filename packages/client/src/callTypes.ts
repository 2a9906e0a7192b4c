/** What calls take and answer, as types that follow from the contract's table. */
import type { CallName, calls } from '@greenwave/contract/calls'
import type * as z from 'zod/mini'

type Calls = typeof calls
type SchemaOf<N extends CallName, K extends string> =
  Calls[N] extends Record<K, infer S> ? (S extends z.core.$ZodType ? S : never) : never
type Part<N extends CallName, K extends 'params' | 'query' | 'body'> = z.output<SchemaOf<N, K>>

/** What a call takes: its path parameters and body where it has them, its query where wanted. */
type CallArguments<N extends CallName> = (Calls[N] extends { params: unknown }
  ? { params: Part<N, 'params'> }
  : { params?: never }) &
  (Calls[N] extends { query: unknown } ? { query?: Part<N, 'query'> } : { query?: never }) &
  (Calls[N] extends { body: unknown } ? { body: Part<N, 'body'> } : { body?: never }) & {
    signal?: AbortSignal
    /** A token of an unfinished sign-in, sent in place of the session's; its refusal is no word on the session. */
    stepToken?: string | undefined
  }

/** What a call answers; undefined for the calls with an empty answer. */
type CallReply<N extends CallName> = Calls[N] extends { reply: unknown } ? z.output<SchemaOf<N, 'reply'>> : undefined

/** Makes a call by its name; calls that take nothing need no arguments. */
export type CallApi = <N extends CallName>(
  name: N,
  ...[args]: object extends CallArguments<N> ? [CallArguments<N>?] : [CallArguments<N>]
) => Promise<CallReply<N>>
