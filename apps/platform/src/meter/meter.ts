/** Kind of a controller's message: telemetry and attributes are stored, everything else is a request. */
type MessageKind = 'telemetry' | 'attributes' | 'request'

/**
 * Why a sign-in failed: a wrong password, a wrong code of a second factor, a lock, too many tries, or
 * nothing that the sign-in provider proved.
 */
type SignInFailure = 'password' | 'code' | 'locked' | 'throttled' | 'provider'

/**
 * Counters that the parts of a platform report to. Called thousands of times a second: whoever implements it counts
 * and returns. Times are seconds.
 */
export interface Meter {
  /** A message of a controller was processed, and stored if its kind is; its acknowledgement goes out now. */
  messageDone(kind: MessageKind, bytes: number, seconds: number): void
  /** A message of a controller was dropped or refused for what it holds. */
  messageRefused(): void
  /** A message of a controller could not be stored, and was not acknowledged. */
  messageLost(): void
  /** A CONNECT of a controller was refused. */
  controllerRefused(): void
  /** Values were written to disk. */
  committed(rows: number, seconds: number): void
  /** Values could not be written to disk. */
  commitFailed(): void
  /** A frame, or the last part of one, was handed to a live socket. */
  frameSent(): void
  /** A request over HTTP was answered. */
  answered(status: number, seconds: number): void
  signInFailed(why: SignInFailure): void
}

/** Meter of a platform without metrics. */
export const NO_METER: Meter = {
  messageDone() {},
  messageRefused() {},
  messageLost() {},
  controllerRefused() {},
  committed() {},
  commitFailed() {},
  frameSent() {},
  answered() {},
  signInFailed() {},
}

const SLOTS = 60
const SECOND_MS = 1000

/** Rate of the messages of controllers over the last minute. */
export class MessageRate {
  readonly #counts = new Uint32Array(SLOTS)
  readonly #nowMs: () => number
  readonly #beganS: number
  #second: number

  /** @param nowMs returns milliseconds of a clock that never jumps */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
    this.#second = Math.floor(nowMs() / SECOND_MS)
    this.#beganS = this.#second
  }

  /** Returns a meter that passes everything on, and counts messages here. */
  counting(meter: Meter): Meter {
    return {
      ...meter,
      messageDone: (kind, bytes, seconds) => {
        this.#advance()
        const slot = this.#second % SLOTS
        this.#counts[slot] = (this.#counts[slot] ?? 0) + 1
        meter.messageDone(kind, bytes, seconds)
      },
    }
  }

  /** Returns messages a second, over the complete seconds of the last minute. */
  perSecond(): number {
    this.#advance()
    const complete = Math.min(SLOTS - 1, this.#second - this.#beganS)
    if (complete === 0) return 0
    const current = this.#counts[this.#second % SLOTS] ?? 0
    return (this.#counts.reduce((sum, count) => sum + count, 0) - current) / complete
  }

  #advance(): void {
    const second = Math.floor(this.#nowMs() / SECOND_MS)
    const passed = Math.min(SLOTS, second - this.#second)
    for (let nth = 1; nth <= passed; nth += 1) this.#counts[(this.#second + nth) % SLOTS] = 0
    if (passed > 0) this.#second = second
  }
}
