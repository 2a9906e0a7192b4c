/** A quarter of an hour from the record of its cycles. */
import type { RecordWindow } from '../recordWindow.ts'
import { ALL_LAMPS, packLamps, QUARTER_SECONDS, type Quarter } from './quarter.ts'

/** Returns the quarter that a record shows. Its seconds are true to a second, and have no countdowns. */
export function rebuiltQuarter({ startMs, seconds, cycles, runs, limits }: RecordWindow): Quarter {
  const lamps = new Uint32Array(QUARTER_SECONDS)
  const clockMs = new Float64Array(QUARTER_SECONDS).fill(Number.NaN)
  let run = 0
  cycles.forEach((cycle, nth) => {
    const end = cycles[nth + 1]?.second ?? seconds
    const first = Math.floor((cycle.startMs - startMs) / 1000)
    for (let second = cycle.second; second < end; second += 1) {
      while ((runs[run + 1]?.second ?? seconds) <= second) run += 1
      const { lit = null, notShown = 0 } = runs[run] ?? {}
      const index = first + second - cycle.second
      if (index < 0 || index >= QUARTER_SECONDS || lit === null) continue
      lamps[index] = packLamps(lit, ALL_LAMPS & ~notShown, notShown)
      if (cycle.startClockMs !== null) clockMs[index] = cycle.startClockMs + (second - cycle.second) * 1000
    }
    // A controller whose clock runs slow has fewer seconds than the platform: the last one of its cycle lasts longer.
    const next = cycles[nth + 1]
    const after = next ? Math.floor((next.startMs - startMs) / 1000) : 0
    const hole = first + end - cycle.second
    if (after === hole + 1 && hole > 0 && hole < QUARTER_SECONDS) {
      lamps[hole] = lamps[hole - 1] ?? 0
      clockMs[hole] = clockMs[hole - 1] ?? Number.NaN
    }
  })
  const isActuated = limits !== undefined && limits !== null
  return { startMs, source: 'record', lamps, clockMs, counts: null, takenMs: null, ...(isActuated && { isActuated }) }
}
