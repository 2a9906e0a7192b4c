/** @file The limits of the HTTP device API, each with the failure that it prevents. */

/** Largest body, bytes, as of an MQTT packet: whatever is larger a device cannot have measured in a second. */
export const MAX_BODY_BYTES = 65_536

/** Longest wait for a change, milliseconds; a device that wants to wait longer asks again. */
export const MAX_WAIT_MS = 300_000

/** Waiting questions of one device: one that asks anew without end would hold a connection and a listener for each. */
export const MAX_WAITS_OF_DEVICE = 4

/** Waiting questions of all devices: each holds a connection, which the console needs too. */
export const MAX_WAITS = 1_000

/** A device that was heard this short ago is not written down as heard anew, milliseconds: as sessions over MQTT report. */
export const HEARD_EVERY_MS = 3_000

/** Wrong tokens of one address: so many at once, then one in so many milliseconds. Tokens cannot be tried out then. */
export const WRONG_TOKENS = { atOnce: 20, oneInMs: 2_000 } as const

/** Addresses whose wrong tokens are remembered; the oldest go first. */
export const MAX_ADDRESSES = 10_000
