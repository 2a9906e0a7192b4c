/** Pace of reading missed seconds: live junctions are evaluated meanwhile, here and on the platform. */

/** A read is followed by a rest of at least so many times its length: the platform has other work. */
const LEAST_RESTS = 1
/** The most, however busy this process is: what was missed is read some time. */
const MOST_RESTS = 12
/** The share of a core of which reading takes only what judging leaves. */
const SHARE = 0.25
/** The share is that of at least so long, milliseconds. */
const MEASURED_MS = 1_000
/** How quickly rests grow while the process uses more than its share, and shrink while it uses less. */
const GROWTH = 1.5
const SHRINKAGE = 1.2

/** The pace of reads that follow one another. */
export class FetchPace {
  readonly #processorMs: () => number
  readonly #nowMs: () => number
  #fromMs: number
  #fromProcessorMs: number
  /** Starts slowly: many calls are made when a watcher begins. */
  #rests = MOST_RESTS

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
      const isBusy = usedMs > SHARE * ms
      this.#rests = isBusy ? Math.min(MOST_RESTS, this.#rests * GROWTH) : Math.max(LEAST_RESTS, this.#rests / SHRINKAGE)
      this.#fromMs += ms
      this.#fromProcessorMs += usedMs
    }
    return tookMs * this.#rests
  }
}

/** Returns the processor time that this process has used, milliseconds. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
