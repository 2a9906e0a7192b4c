import type * as z from 'zod/mini'
import type { StepScope } from '../secondFactor.ts'

type Schema = z.core.$ZodType

/** Facts about a call for server and clients besides its shape. A missing member means the usual case. */
interface CallFacts {
  /**
   * How the body is read: as `json` (the usual case); as the `text` that was sent, so that numbers keep their type and
   * digits; as `jsonOfAnyType`, whatever its Content-Type, because client libraries send it as plain text; or as `form`
   * (multipart/form-data), each part a member of the body, files as `File`.
   */
  readonly bodyAs?: 'text' | 'jsonOfAnyType' | 'form'
  /** The body is small, whoever sends it. Without this only bodies of callers without a token must be small. */
  readonly smallBody?: true
  /** Largest body, bytes; for calls that do more with their body than store it. */
  readonly bodyBytes?: number
  /** A body of another shape gets the reply of a failed sign-in instead of that of a malformed request. */
  readonly oddBody?: 'failedSignIn'
  /** Refusals are plain text. Usually they are the error object. */
  readonly refusal?: 'text'
  /** The body's `version` must equal the stored one; otherwise the call gets 409. */
  readonly versioned?: true
  /** The call carries its own credentials: it is sent without a token, and a 401 says nothing about the session. */
  readonly credentials?: 'inBody'
  /**
   * The call ends the caller's session, whatever the reply: a 401 says nothing about a session that began since then.
   */
  readonly endsSession?: true
  /** The call continues an unfinished sign-in: its token is the one of this scope that the sign-in replied. */
  readonly signInStep?: StepScope
  /** The call may be made while writing is stopped for maintenance. */
  readonly duringMaintenance?: true
  /** Callers who must set up a second factor first may make this call. */
  readonly duringFactorSetup?: true
  /**
   * What a call other than a GET writes. `entities` (the usual case) are on disk before the reply. `values` have a
   * commit of their own, and the audit record may follow later. A `session` begins or ends at once and is stored as
   * soon as possible, so that users can sign in and out while the disk is slow or full. `nothing`: the call only reads,
   * and is a POST because what it asks for does not fit into an address.
   */
  readonly writes?: 'values' | 'session' | 'nothing'
  /** A console may keep the reply for its user, and show it without a connection: it contains no secret. */
  readonly storable?: true
  /** The reply is a file, which clients take in pieces while it is made. */
  readonly replyAs?: 'file'
  /** Success is a redirect (303) to a page, for browsers that follow a link. */
  readonly redirects?: true
}

/** A REST call. A call without `reply` returns an empty body. */
export interface Call extends CallFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for each parameter. */
  readonly path: string
  /** Other paths of the same call. */
  readonly aliases?: readonly string[]
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly reply?: Schema
}

/** Returns the calls of a resource unchanged, with their exact types. */
export const defineCalls = <const T extends Record<string, Call>>(table: T): T => table

/** Returns the calls of a resource, each with the given facts added. */
export function defineFamily<const F extends CallFacts, const T extends Record<string, Call>>(
  facts: F,
  table: T,
): { readonly [K in keyof T]: T[K] & F } {
  const rows = Object.entries(table).map(([name, call]) => [name, { ...facts, ...call }])
  return Object.fromEntries(rows)
}
