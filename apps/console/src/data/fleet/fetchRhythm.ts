/** When parts of the fleet are read again: immediately on request, one read at a time, complete reads seldom. */

/** Dependencies of `FetchRhythm`. Times are milliseconds. */
export interface FetchRhythmDeps {
  /** Reads everything. */
  readonly fetchAll: (signal: AbortSignal) => Promise<void>
  /** Reads what has changed since the last read. */
  readonly fetchChanges: (signal: AbortSignal) => Promise<void>
  /** Called after each read with its error, or null for one that succeeded. */
  readonly onRead: (error: Error | null) => void
  /** A clock that only goes forward. */
  readonly nowMs: () => number
  /** Calls back once after some milliseconds. Returns a function that cancels this. */
  readonly after: (ms: number, callback: () => void) => () => void
  /** Interval of reads without a request. */
  readonly idleMs: number
  /** Interval of complete reads without a request, and the shortest interval with a reason. */
  readonly wholeEveryMs: number
  readonly wholeApartMs: number
}

/** Reads begin at least this far apart. */
const APART_MS = 1000
/** Inverse of the share of time that complete reads may take. */
const SHARE = 20
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 30_000

/** Repeats the reads of a list that is too long to be read at every change. */
export class FetchRhythm {
  readonly #deps: FetchRhythmDeps
  #reading: AbortController | undefined
  #isAsked = false
  #isWholeDue = true
  #wholeReadMs = Number.NEGATIVE_INFINITY
  #cancelTimer: (() => void) | undefined
  #dueAtMs = Number.POSITIVE_INFINITY
  #beganMs = Number.NEGATIVE_INFINITY
  #wholeAgainMs = Number.NEGATIVE_INFINITY
  #failures = 0

  constructor(deps: FetchRhythmDeps) {
    this.#deps = deps
  }

  /** Requests a read. While a read is under way another read follows it. */
  ask(): void {
    if (this.#reading) this.#isAsked = true
    else this.#wait(this.#failures > 0 ? FIRST_PAUSE_MS : APART_MS, this.#beganMs)
  }

  /** Reads everything as soon as that may be, instead of what has changed. */
  askWhole(): void {
    this.#isWholeDue = true
    this.ask()
  }

  /** Ends the reads; `ask` begins them again, with everything. */
  stop(): void {
    this.#cancelTimer?.()
    this.#reading?.abort()
    this.#reading = undefined
    this.#isAsked = false
    this.#isWholeDue = true
    this.#dueAtMs = Number.POSITIVE_INFINITY
    this.#beganMs = Number.NEGATIVE_INFINITY
    this.#wholeReadMs = Number.NEGATIVE_INFINITY
    this.#wholeAgainMs = Number.NEGATIVE_INFINITY
    this.#failures = 0
  }

  #wait(ms: number, sinceMs = this.#deps.nowMs()): void {
    const { nowMs, after } = this.#deps
    const dueAtMs = Math.max(nowMs(), sinceMs + ms)
    if (dueAtMs >= this.#dueAtMs) return
    this.#cancelTimer?.()
    this.#dueAtMs = dueAtMs
    this.#cancelTimer = after(dueAtMs - nowMs(), () => void this.#read())
  }

  async #read(): Promise<void> {
    const { fetchAll, fetchChanges, onRead, nowMs, idleMs } = this.#deps
    this.#dueAtMs = Number.POSITIVE_INFINITY
    const reading = new AbortController()
    this.#reading = reading
    this.#isAsked = false
    this.#beganMs = nowMs()
    const isWhole = this.#isWholeNext(this.#beganMs)
    let error: Error | null = null
    try {
      await (isWhole ? fetchAll : fetchChanges)(reading.signal)
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error(String(thrown))
    }
    // An aborted read has no result.
    if (this.#reading !== reading) return
    this.#reading = undefined
    if (error) this.#failures += 1
    else {
      this.#failures = 0
      if (isWhole) this.#noteWhole(nowMs())
    }
    onRead(error)
    if (this.#failures > 0) {
      this.#wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1)))
      return
    }
    if (this.#isAsked) this.ask()
    this.#wait(idleMs)
  }

  #isWholeNext(nowMs: number): boolean {
    const isDue = this.#isWholeDue || nowMs >= this.#wholeReadMs + this.#deps.wholeEveryMs
    return isDue && nowMs >= this.#wholeAgainMs
  }

  #noteWhole(nowMs: number): void {
    this.#isWholeDue = false
    this.#wholeReadMs = nowMs
    this.#wholeAgainMs = nowMs + Math.max(this.#deps.wholeApartMs, SHARE * (nowMs - this.#beganMs))
  }
}
