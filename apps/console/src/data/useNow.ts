import { useSyncExternalStore } from 'react'

/**
 * Returns the time in epoch milliseconds, rounded down to a multiple of `stepMs`. The component renders again at each
 * step and at no other time. All components with the same step and clock share one timer.
 *
 * @param clock must be the same function at every render
 */
export function useNow(stepMs: number, clock: () => number = Date.now): number {
  const { watch, now } = tickerOf(stepMs, clock)
  return useSyncExternalStore(watch, now)
}

interface Ticker {
  readonly watch: (watcher: () => void) => () => void
  readonly now: () => number
}

/** Tickers by clock, then by step; there are only a few. */
const tickers = new Map<() => number, Map<number, Ticker>>()

function tickerOf(stepMs: number, clock: () => number): Ticker {
  const ofClock = tickers.get(clock) ?? new Map<number, Ticker>()
  const ticker = ofClock.get(stepMs) ?? createTicker(stepMs, clock)
  tickers.set(clock, ofClock.set(stepMs, ticker))
  return ticker
}

function createTicker(stepMs: number, clock: () => number): Ticker {
  const watchers = new Set<() => void>()
  let tickedMs: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = () => {
    const exact = clock()
    tickedMs = floorTo(stepMs, exact)
    // The delay reaches to the next step of the clock itself, so that the timer neither drifts nor skips a step.
    timer = setTimeout(tick, stepMs - (exact % stepMs) + 1)
    for (const watcher of [...watchers]) watcher()
  }
  return {
    watch: (watcher) => {
      // The same function may watch twice; each call has its own end.
      const own = () => watcher()
      watchers.add(own)
      if (watchers.size === 1) tick()
      return () => {
        watchers.delete(own)
        if (watchers.size > 0) return
        clearTimeout(timer)
        tickedMs = undefined
      }
    },
    now: () => tickedMs ?? floorTo(stepMs, clock()),
  }
}

function floorTo(stepMs: number, ms: number): number {
  return Math.floor(ms / stepMs) * stepMs
}
