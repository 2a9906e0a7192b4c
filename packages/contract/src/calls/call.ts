import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** What is to be known of a call beside its shape. Where a fact is not stated, the usual holds. */
interface CallFacts {
  /**
   * How the body is read: as `json`, or as the `text` that it was sent as, so that numbers keep their type and digits, or as
   * `jsonOfAnyType` whatever the header calls it, since client libraries send it as plain text. Usually `json`.
   */
  readonly bodyAs?: 'text' | 'jsonOfAnyType'
  /** Nobody has to send much by this call: its body is small, whoever sends it. Else only those of callers without a token are. */
  readonly smallBody?: true
  /** A body of any other shape is answered as a sign-in that failed, and not as a malformed request. */
  readonly oddBody?: 'failedSignIn'
  /** Refusals are bare text. Usually the error object. */
  readonly refusal?: 'text'
  /** The body's `version` must be the stored one, or the answer is 409. */
  readonly versioned?: true
  /** The call carries its own credentials: it goes out without a token, and its 401 says nothing of the session. */
  readonly credentials?: 'inBody'
  /** The caller's session is over with this call, whatever the answer: a 401 says nothing of a session that has begun since. */
  readonly endsSession?: true
  /** Whoever must set up a second factor before anything else may make this call. */
  readonly duringFactorSetup?: true
  /**
   * What a call that is no GET writes. `entities` are on disk before the answer; `values` have a commit of their own, behind which
   * the audit record may be late; a `session` begins or ends at once and is kept as soon as it can be, so that sign-ins and
   * sign-outs work while the disk is slow or full. Usually `entities`.
   */
  readonly writes?: 'values' | 'session'
}

/** One REST call. A call without `reply` answers an empty body. */
export interface Call extends CallFacts {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path with `:name` for each parameter. */
  readonly path: string
  /** Other paths that mean the same. */
  readonly aliases?: readonly string[]
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly reply?: Schema
  readonly summary: string
}

/** Returns the calls of a resource as they stand, with their types. */
export const defineCalls = <const T extends Record<string, Call>>(table: T): T => table

/** Returns the calls of a resource, of all of which some facts hold. */
export function defineFamily<const F extends CallFacts, const T extends Record<string, Call>>(
  facts: F,
  table: T,
): { readonly [K in keyof T]: T[K] & F } {
  const rows = Object.entries(table).map(([name, call]) => [name, { ...facts, ...call }])
  return Object.fromEntries(rows)
}
