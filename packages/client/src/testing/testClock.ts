/** A clock that tests set by hand. */
export class TestClock {
  nowMs: number
  /** The number of timers that were set so far. */
  timersSet = 0
  #timers: { readonly atMs: number; readonly callback: () => void }[] = []

  constructor(nowMs = 1_700_000_000_000) {
    this.nowMs = nowMs
  }

  after = (ms: number, callback: () => void): (() => void) => {
    const timer = { atMs: this.nowMs + ms, callback }
    this.#timers.push(timer)
    this.timersSet += 1
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** Lets time pass. Timers fire in their order, including those set meanwhile. */
  advance(ms: number): void {
    const untilMs = this.nowMs + ms
    for (;;) {
      const next = this.#timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (!next) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.nowMs = next.atMs
      next.callback()
    }
    this.nowMs = untilMs
  }

  /** The number of pending timers. */
  get waiting(): number {
    return this.#timers.length
  }
}
