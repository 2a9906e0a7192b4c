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
    for (let next = this.#next; next && next.atMs <= untilMs; next = this.#next) {
      this.#timers.splice(this.#timers.indexOf(next), 1)
      this.nowMs = next.atMs
      next.callback()
    }
    this.nowMs = untilMs
  }

  /** When the next timer fires; Infinity without one. */
  get nextMs(): number {
    return this.#next?.atMs ?? Number.POSITIVE_INFINITY
  }

  /** Of timers of one time the one that was set first. */
  get #next() {
    let next = this.#timers[0]
    for (const timer of this.#timers) if (next && timer.atMs < next.atMs) next = timer
    return next
  }

  /** The number of pending timers. */
  get waiting(): number {
    return this.#timers.length
  }
}
