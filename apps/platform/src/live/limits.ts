/** @file The limits of a live connection, each with the failure that it prevents. */

/** Time from the opening of a socket to a valid authCmd; sockets that never say who they are would use up the server. */
export const AUTH_TIMEOUT_MS = 10_000

/** Messages that wait while a token is checked; one that floods before it is known is turned away. */
export const MAX_MESSAGES_BEFORE_AUTH = 100

/**
 * Bytes written to a socket and not yet taken by the network. Beyond this, frames wait in the outbox, where the newest
 * telemetry replaces older; in the socket's own buffer they would pile up unread.
 */
export const CONGESTED_BYTES = 65_536

/** Events that wait for a congested socket. Events may not be dropped, so a reader this far behind is cut off. */
export const MAX_WAITING_EVENTS = 1_000

/**
 * Characters of replies and events that wait for a congested socket. One message may ask for the attributes of hundreds of
 * devices, and each of them may be megabytes; without it one reader that does not read could fill the memory.
 */
export const MAX_WAITING_CHARACTERS = 33_554_432

/** Time without any progress of a socket's writes; a stuck reader would hold its queues for ever. */
export const SEND_TIMEOUT_MS = 5_000

/** A socket is asked for a sign of life when its last pong is this old ... */
export const PING_AFTER_MS = 10_000
/** ... and closed when it is this old: half-open connections are seen by nothing else. */
export const PONG_TIMEOUT_MS = 30_000

/** Subscriptions of one socket; each holds a listener and a map. Ten thousand devices in four scopes fit. */
export const MAX_SUBSCRIPTIONS = 40_000
