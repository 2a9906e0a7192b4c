/** @file The limits of a live connection. limits/limits.ts gives their reasons. */
import { LIMITS } from '../limits/limits.ts'

export const AUTH_TIMEOUT_MS = LIMITS.authTimeoutMs.value
export const MAX_MESSAGES_BEFORE_AUTH = LIMITS.messagesBeforeAuth.value
export const CONGESTED_BYTES = LIMITS.congestedBytes.value
export const MAX_WAITING_EVENTS = LIMITS.waitingEvents.value
export const MAX_WAITING_CHARACTERS = LIMITS.waitingCharactersOfSocket.value
export const SEND_TIMEOUT_MS = LIMITS.sendTimeoutMs.value
export const PONG_TIMEOUT_MS = LIMITS.pongTimeoutMs.value
export const MAX_SUBSCRIPTIONS = LIMITS.subscriptionsOfSocket.value

/** A socket is pinged when its last pong is older than this, milliseconds. */
export const PING_AFTER_MS = 10_000
