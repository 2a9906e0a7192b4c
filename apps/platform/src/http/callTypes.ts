import type { ActionType } from '@greenwave/contract/wire/audit'
import type { CallName, calls } from '@greenwave/contract/wire/calls/calls'
import type * as z from 'zod/v4/core'
import type { Client } from '../access/knownBrowsers.ts'
import type { Permission, PublicCall, SignInStepCall } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import type { Step } from '../access/secondFactor/stepTokens.ts'
import type { Reach } from '../entities/reach.ts'

type CallOf<K extends CallName> = (typeof calls)[K]
type Part<K extends CallName, P extends string> =
  CallOf<K> extends { readonly [key in P]: infer S extends z.$ZodType } ? z.output<S> : undefined

/** The input of a call's handler. It is checked against the call's schemas, and the caller's role may make the call. */
export interface CallInput<K extends CallName> {
  readonly params: Part<K, 'params'>
  readonly query: Part<K, 'query'>
  readonly body: Part<K, 'body'>
  /** The body as it was sent. */
  readonly bodyText: string
  readonly principal: K extends PublicCall | SignInStepCall ? undefined : Principal
  /** The entities that the caller may reach with this call. */
  readonly reach: K extends PublicCall | SignInStepCall ? undefined : Reach
  /** The unfinished sign-in that the call continues. */
  readonly step: K extends SignInStepCall ? Step : undefined
  readonly client: Client
  /** Scheme, host and port at which the caller reached the platform. */
  readonly origin: string
  /** Aborts when the caller is gone or was answered. */
  readonly gone: AbortSignal
}

/** An answer other than the call's JSON: a redirect, plain text, an empty body with another status. */
export class Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  constructor(status: number, headers: Readonly<Record<string, string>> = {}, body: string | Uint8Array = '') {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** Returns an answer with JSON text. */
export const jsonAnswer = (text: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Answer =>
  new Answer(200, { 'content-type': 'application/json', ...headers }, text)

/** Returns an answer of plain text. */
export const textAnswer = (text: string): Answer =>
  new Answer(200, { 'content-type': 'text/plain;charset=UTF-8' }, text)

/** An answer that comes in pieces, each made when the caller takes it: JSON text in UTF-8, or a file. */
export class StreamedAnswer {
  readonly pieces: AsyncGenerator<Uint8Array>
  readonly file: SentFile | undefined
  constructor(pieces: AsyncGenerator<Uint8Array>, file?: SentFile) {
    this.pieces = pieces
    this.file = file
  }
}

/** The name of a file, of ASCII letters, digits, dots and hyphens, and its media type. */
export interface SentFile {
  readonly name: string
  readonly type: string
}

type Reply<K extends CallName> =
  CallOf<K> extends { readonly reply: infer S extends z.$ZodType } ? z.output<S> : undefined

type SpecialAnswer = Answer | StreamedAnswer

/** The handler of a call. */
export type Handler<K extends CallName> = (
  input: CallInput<K>,
) =>
  | Reply<K>
  | SpecialAnswer
  | Promise<Reply<K> | SpecialAnswer>
  | (Reply<K> extends undefined ? void | Promise<void> : never)

/** Handlers of some calls; those of all resources together must include each call exactly once. */
export type Handlers<K extends CallName> = { readonly [name in K]: Handler<name> }

/** Returns the handlers unchanged; it only gives each of them the types of its call. */
export const handlersOf = <K extends CallName>(handlers: Handlers<K>): Handlers<K> => handlers

/** Calls that change something: all except reads, and those reads that sign a user in or create a new link. */
export type WritingCall =
  | { [K in CallName]: CallOf<K> extends { method: 'GET' } | { writes: 'nothing' } ? never : K }[CallName]
  | 'userToken'
  | 'activationLinkInfo'
  | 'activationLink'

/** Policy of a call: what the server knows of it besides its row in the contract. */
export interface CallPolicy {
  /** Who may make it, and on which entities. Calls without a token and steps of a sign-in have none. */
  readonly may?: Permission
  /** Purpose of the call, for `/docs`. */
  readonly summary: string
  /** Audit records that a successful call leaves. */
  readonly records?: ActionType | readonly ActionType[]
  /** Reason why a call that writes leaves no audit record. */
  readonly unrecorded?: string
  /** A body that the call accepts, for `/docs` and tests. */
  readonly example?: object
}

/** Policies of some calls; those of all resources together must include each call exactly once. */
export type Policies<K extends CallName> = {
  readonly [name in K]: CallPolicy &
    (name extends PublicCall | SignInStepCall ? { readonly may?: never } : { readonly may: Permission }) &
    (name extends WritingCall
      ? Required<Pick<CallPolicy, 'records'>> | Required<Pick<CallPolicy, 'unrecorded'>>
      : { readonly records?: never; readonly unrecorded?: never })
}

/** Returns the policies of a resource's calls unchanged; it only checks each of them. */
export const policiesOf = <K extends CallName>(policies: Policies<K>): Policies<K> => policies
