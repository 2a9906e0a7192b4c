import { LIMITS } from '../../limits/limits.ts'

/** Delays against guessing of device passwords. */
export interface GuessLimits {
  /** Wrong passwords for one device from one address: `atOnce` are checked at once, then `perSecond`. */
  readonly pair: { readonly atOnce: number; readonly perSecond: number }
  /** Wrong passwords for one device from all addresses that it has never signed in from. */
  readonly device: { readonly atOnce: number; readonly perSecond: number }
  /**
   * Answers to refusals of one address. The first `free` are answered at once; their count decreases by `perSecond`.
   * Each further one waits longer, from `firstMs` to `slowestMs`; the wait doubles with every `doublesEvery` refusals.
   */
  readonly answer: {
    readonly free: number
    readonly perSecond: number
    readonly doublesEvery: number
    readonly firstMs: number
    readonly slowestMs: number
  }
  /**
   * Most answers that wait, for one address and for all. Beyond it a refused connection is closed without an answer.
   */
  readonly heldOfAddress: number
  readonly held: number
  /** Most devices and addresses remembered; the oldest are dropped first. */
  readonly remembered: number
}

/**
 * Ten tries and then one in two seconds are 43,000 a day. A generated password of sixteen characters is safe for ever;
 * a dictionary word is not, but the log shows the guessing meanwhile. A controller with a wrong password tries once in
 * some seconds and is not affected.
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
