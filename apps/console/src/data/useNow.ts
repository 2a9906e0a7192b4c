import { useEffect, useState } from 'react'

/**
 * The time in epoch milliseconds, rounded down to whole steps of `stepMs`; renders again at each step and at no other moment.
 * `clock` must be the same function from render to render.
 */
export function useNow(stepMs: number, clock: () => number = Date.now): number {
  const [now, setNow] = useState(() => floorTo(stepMs, clock()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const exact = clock()
      setNow(floorTo(stepMs, exact))
      // To the next step of the clock itself, so that it neither drifts nor skips one.
      timer = setTimeout(tick, stepMs - (exact % stepMs) + 1)
    }
    tick()
    return () => clearTimeout(timer)
  }, [stepMs, clock])
  return now
}

function floorTo(stepMs: number, ms: number): number {
  return Math.floor(ms / stepMs) * stepMs
}
