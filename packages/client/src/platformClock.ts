/** The time by the platform's clock. */

/** The `Date` of an answer is a whole second, and the answer was on its way for a while. Milliseconds. */
const CERTAIN_WITHIN_MS = 2_000

/** The platform's clock, as its answers show it. */
export interface PlatformClock {
  /** Returns the platform's time, epoch milliseconds: this machine's while both agree within the accuracy of `Date`. */
  readonly now: () => number
  /** Takes the `Date` of an answer that has just arrived. */
  readonly note: (date: string | null) => void
}

/** Creates a clock. `now` returns this machine's time, epoch milliseconds. */
export function createPlatformClock(now: () => number = Date.now): PlatformClock {
  let aheadMs = 0
  return {
    now: () => now() + aheadMs,
    note(date) {
      const sentMs = Date.parse(date ?? '')
      if (Number.isNaN(sentMs)) return
      const least = sentMs - now()
      const isRight = (offset: number): boolean =>
        offset >= least - CERTAIN_WITHIN_MS / 4 && offset <= least + 1000 + CERTAIN_WITHIN_MS
      if (isRight(aheadMs)) return
      aheadMs = isRight(0) ? 0 : least + 500
    },
  }
}
