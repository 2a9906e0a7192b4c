/** The quiet seconds of a junction since its last folded sample: a few numbers, so that they cost no memory. */
import type { Junction } from './junction.ts'
import { afterQuiet, isQuiet, type QuietSpan, quietSpan } from './quiet.ts'
import type { Message } from './sample.ts'
import { KEPT_SAMPLES } from './street.ts'
import { STALE_AFTER_MS } from './timing.ts'

/** Passes over the quiet seconds of one junction. */
export class QuietRun {
  /** Undefined until the followers of the last folded sample were requested. */
  #span: QuietSpan | null | undefined
  #count = 0
  #lastMs = 0
  #receivedMs = 0
  /** The times of the newest samples: that of second n is at place n modulo its length. */
  readonly #times = Array<number>(KEPT_SAMPLES).fill(0)

  /** Begins anew: the junction has changed. */
  reset(): void {
    this.#span = undefined
    this.#count = 0
  }

  /** Takes a message of a junction if it is the next quiet second; otherwise returns false. */
  take(junction: Junction, message: Message): boolean {
    if (this.#span === undefined) {
      this.#span = quietSpan(junction)
      this.#lastMs = this.#span?.from.ts ?? 0
    }
    const { ts, receivedMs } = message
    if (!this.#span || !isQuiet(this.#span, this.#count, this.#lastMs, message)) return false
    this.#count += 1
    this.#lastMs = ts
    this.#receivedMs = this.#count === 1 ? receivedMs : Math.max(this.#receivedMs, receivedMs)
    this.#times[this.#count % KEPT_SAMPLES] = ts
    return true
  }

  /** Whether time alone changes nothing of the junction yet. */
  isFresh(nowMs: number): boolean {
    return this.#count > 0 && nowMs - this.#receivedMs <= STALE_AFTER_MS
  }

  /** Returns the junction after what has passed. */
  folded(junction: Junction): Junction {
    if (!this.#span || this.#count === 0) return junction
    const count = this.#count
    const kept = Math.min(count, KEPT_SAMPLES)
    const times = Array.from({ length: kept }, (_, nth) => this.#times[(count - kept + 1 + nth) % KEPT_SAMPLES] ?? 0)
    return afterQuiet(junction, this.#span, { count, times, receivedMs: this.#receivedMs })
  }
}
