/** How fast is read what was missed: junctions are judged meanwhile, here and on the platform. */

/** A read is followed by a rest of so many times its length. */
const RESTS = 3
/** The same while this process uses more than its share of a core. */
const BUSY_RESTS = 12
/** The share of a core of which reading takes only what judging leaves. */
const SHARE = 0.25
/** The share is that of at least so long, milliseconds. */
const MEASURED_MS = 1_000

/** The pace of reads that follow one another. */
export class ReadPace {
  readonly #processorMs: () => number
  readonly #nowMs: () => number
  #fromMs: number
  #fromProcessorMs: number
  #isBusy = false

  /** @param processorMs returns the processor time that this process has used, milliseconds */
  constructor(processorMs: () => number, nowMs: () => number) {
    this.#processorMs = processorMs
    this.#nowMs = nowMs
    this.#fromMs = nowMs()
    this.#fromProcessorMs = processorMs()
  }

  /** Returns how long to rest after a read that took so long, milliseconds. */
  restMs(tookMs: number): number {
    const [ms, usedMs] = [this.#nowMs() - this.#fromMs, this.#processorMs() - this.#fromProcessorMs]
    if (ms >= MEASURED_MS) {
      this.#isBusy = usedMs > SHARE * ms
      this.#fromMs += ms
      this.#fromProcessorMs += usedMs
    }
    return tookMs * (this.#isBusy ? BUSY_RESTS : RESTS)
  }
}
