/** When a message may be sent to one receiver: not too often, after failures not too soon, and together what is due together. */
import { isYetToCome } from '@greenwave/observer/timing'

/** Incidents within this time share one message, milliseconds. */
const SETTLE_MS = 3_000
/** At most so many messages in a time; what is due beyond that goes into one message when the time is over. */
const MOST = [
  { messages: 3, withinMs: 60_000 },
  { messages: 20, withinMs: 3_600_000 },
] as const
const LONGEST_WINDOW_MS = 3_600_000
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 900_000

/** Notifications due for a recipient. */
export interface DueCount {
  readonly count: number
  /** Whether there is a danger in it, which is never gathered. */
  readonly isUrgent: boolean
  /** How long messages are gathered, milliseconds. */
  readonly gatherMs: number
}

/** The memory about one receiver. It holds no messages: what is due is found anew each time. Times are milliseconds. */
export class Lane {
  #sentMs: number[] = []
  #dueSinceMs: number | undefined
  #failures = 0
  #pauseMs = 0
  #notBeforeMs = Number.NEGATIVE_INFINITY

  /** Returns when a message with what is due may be sent: now or before for at once, infinity while nothing is due. */
  dueAtMs({ count, isUrgent, gatherMs }: DueCount, nowMs: number): number {
    this.#forgetTimesAhead(nowMs)
    if (count === 0) {
      this.#dueSinceMs = undefined
      return Number.POSITIVE_INFINITY
    }
    this.#dueSinceMs ??= nowMs
    const gatheredMs = this.#dueSinceMs + Math.max(SETTLE_MS, isUrgent ? 0 : gatherMs)
    const freeMs = MOST.map(({ messages, withinMs }) => (this.#sentMs.at(-messages) ?? -withinMs) + withinMs)
    return Math.max(gatheredMs, this.#notBeforeMs, ...freeMs)
  }

  /** The clock may have been set back: nothing waits until it comes to such a time again. */
  #forgetTimesAhead(nowMs: number): void {
    const isAhead = (ms: number): boolean => isYetToCome(ms, nowMs)
    if (this.#sentMs.some(isAhead)) this.#sentMs = this.#sentMs.filter((ms) => !isAhead(ms))
    if (this.#dueSinceMs !== undefined && isAhead(this.#dueSinceMs)) this.#dueSinceMs = nowMs
    if (isAhead(this.#notBeforeMs - this.#pauseMs)) this.#notBeforeMs = nowMs
  }

  /** Notes that a message was sent. */
  noteSent(nowMs: number): void {
    this.#sentMs = [...this.#sentMs.filter((ms) => nowMs - ms < LONGEST_WINDOW_MS), nowMs]
    this.#dueSinceMs = undefined
    this.#failures = 0
    this.#notBeforeMs = Number.NEGATIVE_INFINITY
  }

  /** Says that sending failed: the next try is later each time. Returns true for the first of a row of failures. */
  failed(nowMs: number): boolean {
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures)
    this.#notBeforeMs = nowMs + this.#pauseMs
    this.#failures += 1
    return this.#failures === 1
  }
}
