/** @file The limits of a device's connection. Why they are there stands in limits/limits.ts. */
import { LIMITS } from '../../limits/limits.ts'

export const MAX_PACKET_BYTES = LIMITS.packetBytes.value
export const MAX_IN_FLIGHT = LIMITS.publishesInFlight.value
export const MAX_KEYS = LIMITS.keysOfDevice.value
export const MAX_WRITE_BACKLOG_BYTES = LIMITS.writeBacklogBytes.value
export const CONNECT_TIMEOUT_MS = LIMITS.connectTimeoutMs.value
export const SILENT_SESSION_MS = LIMITS.silentSessionMs.value

/** Time that a closing connection has to read its last bytes before it is cut. */
export const CLOSE_LINGER_MS = 1_000

/** Time between a refusal and the DISCONNECT that repeats it; long enough that a client reads them apart. */
export const REFUSAL_GAP_MS = 50

/** How guessing of devices' passwords is slowed. */
export interface GuessLimits {
  /** Wrong passwords for one device from one address: this many at once, then so many a second. */
  readonly pair: { readonly atOnce: number; readonly perSecond: number }
  /** The same for one device from all addresses that it never came in from. */
  readonly device: { readonly atOnce: number; readonly perSecond: number }
  /**
   * Refusals of one address that are answered at once; the level sinks by `perSecond`. Each one more waits for longer: it doubles every
   * so many refusals, from the first time to the slowest.
   */
  readonly answer: {
    readonly free: number
    readonly perSecond: number
    readonly doublesEvery: number
    readonly firstMs: number
    readonly slowestMs: number
  }
  /** Answers that wait, of one address and of all; whoever is refused beyond it loses the connection without an answer. */
  readonly heldOfAddress: number
  readonly held: number
  /** Devices and addresses that are remembered; the oldest go first. */
  readonly remembered: number
}

/**
 * Ten tries and then one in two seconds are 43,000 a day: a generated password of sixteen characters stands for ever, a word does not,
 * but its guessing is in the log meanwhile. A controller that has a wrong password tries once in some seconds, and notices nothing.
 */
export const GUESS_LIMITS: GuessLimits = {
  pair: { atOnce: LIMITS.guessesOfPair.value, perSecond: 0.5 },
  device: { atOnce: LIMITS.guessesOfDevice.value, perSecond: 5 },
  answer: {
    free: LIMITS.refusalsAtOnce.value,
    perSecond: 1,
    doublesEvery: 10,
    firstMs: 250,
    slowestMs: 5_000,
  },
  heldOfAddress: LIMITS.heldRefusalsOfAddress.value,
  held: 2_000,
  remembered: 20_000,
}
