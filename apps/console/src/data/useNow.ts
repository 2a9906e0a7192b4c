import { useSyncExternalStore } from 'react'

/**
 * Returns the time in epoch milliseconds, rounded down to whole steps of `stepMs`; renders again at each step and at no other moment.
 * All components that ask for the same step of the same clock share one timer.
 *
 * @param clock must be the same function from render to render
 */
export function useNow(stepMs: number, clock: () => number = Date.now): number {
  const { watch, now } = tickerOf(stepMs, clock)
  return useSyncExternalStore(watch, now)
}

interface Ticker {
  readonly watch: (watcher: () => void) => () => void
  readonly now: () => number
}

/** By clock, then by step: there are a handful. */
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
    // To the next step of the clock itself, so that it neither drifts nor skips one.
    timer = setTimeout(tick, stepMs - (exact % stepMs) + 1)
    for (const watcher of [...watchers]) watcher()
  }
  return {
    watch: (watcher) => {
      // One function may watch twice, each with its own end.
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
