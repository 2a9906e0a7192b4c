/** The live socket's life: sign-in, tries after a loss, subscriptions. No React, no browser: socket and clock are handed in. */

import type { ClientMessage, LiveCommand } from '@greenwave/contract/live'
import { LIVE_CLOSE, SubscriptionFrame } from '@greenwave/contract/live'
import * as z from 'zod/mini'

export type ConnectionState =
  /** Nobody is signed in; no connection is wanted. */
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** Lost; the next of five tries is on its way. `attempt` counts from 1. */
  | { readonly kind: 'retrying'; readonly attempt: number }
  /** Given up until someone asks, or network or visibility return. */
  | { readonly kind: 'lost' }
  /** The platform closed with a refusal; trying again with the same token is vain. */
  | { readonly kind: 'refused'; readonly reason: string; readonly code: number }

/** The smallest socket that works: the browser's fits. */
export interface LiveSocket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
}

export interface Clock {
  /** Calls back once after some milliseconds; answers its stop. */
  after(ms: number, callback: () => void): () => void
}

export interface LiveConnectionDeps {
  readonly openSocket: () => LiveSocket
  readonly clock: Clock
  /** The stored access token. */
  readonly token: () => string | null
  /** Remarks that matter to whoever looks for a fault, never to the user. */
  readonly log: (remark: string) => void
}

/** Tries after a loss, and the time between them. */
export const MAX_ATTEMPTS = 5
export const RETRY_MS = 3000
/** A connection that has lasted so long has proven itself, and the next loss has all five tries again. */
const PROVEN_AFTER_MS = 10_000
/** Silence after which the connection is probed, and the time the probe has for its answer. */
const QUIET_MS = 5000
const PROBE_ANSWER_MS = 3000

/** A subscription, without the id that the connection gives it. */
export type Subscribe = LiveCommand extends infer C
  ? C extends LiveCommand
    ? Omit<C, 'cmdId' | 'unsubscribe'>
    : never
  : never
