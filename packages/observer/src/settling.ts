/**
 * Time that the signals need for a change: its end is not known exactly, so for that long the lamps are not evaluated
 * against the settings.
 */
import type { Force } from './force.ts'

/** The times after a change of plan, program, times or mode. */
export interface Settling {
  /** Epoch milliseconds. */
  readonly untilMs: number
  /** The longest cycle that may be running, seconds. */
  readonly cycle: number
}

/** Times of what drives the lamps that decide how long a change settles. */
type Timed = Pick<Force, 'cycle' | 'clearance'>

export const SETTLED: Settling = { untilMs: 0, cycle: 0 }

/** No cycle is waited for longer than this, seconds, whatever numbers a controller was given. */
const LONGEST_CYCLE = 3600

/** Longest delay of a report of what took effect, seconds. */
export const REPORT_SECONDS = 5

/**
 * Returns the settling after a change: the running cycle ends (R11), a hold or a flash is left through yellow and
 * all-red (R12), and then two full cycles of the new settings pass.
 *
 * @param from what was in force before; null if nothing was known
 */
export function settlingAfter(before: Settling, from: Timed | null, to: Timed, atMs: number): Settling {
  const running = Math.max(from?.cycle ?? 0, atMs < before.untilMs ? before.cycle : 0)
  const cycle = Math.min(LONGEST_CYCLE, Math.max(running, to.cycle))
  const { yellow, redClearance } = to.clearance
  const leaving = Math.min(LONGEST_CYCLE, Math.max(0, yellow) + Math.max(1, redClearance))
  const seconds = Math.min(LONGEST_CYCLE, running) + leaving + 2 * Math.min(LONGEST_CYCLE, to.cycle) + REPORT_SECONDS
  return { untilMs: Math.max(before.untilMs, atMs + seconds * 1000), cycle }
}
