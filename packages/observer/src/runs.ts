/** Runs: from which second on which lamps were lit. */
import type { LampBits } from './lit.ts'

/** From this second of the record on these lamps were lit; null: no sample says so. */
export interface Run {
  readonly second: number
  readonly lit: LampBits | null
}

/** Runs as numbers, while they are recorded: thousands of junctions have a hundred each. */
export type PackedRuns = readonly number[]

/** Stands for lamps of which nothing is known, among nine bits. */
const NO_LAMPS = 0o1000
const PACKED = 2 * NO_LAMPS

/** Returns a run as a number. */
export function packed({ second, lit }: Run): number {
  return second * PACKED + (lit ?? NO_LAMPS)
}

/** Returns the run of a number. */
export function unpacked(run: number): Run {
  const lit = run % PACKED
  return { second: Math.floor(run / PACKED), lit: lit === NO_LAMPS ? null : lit }
}

/** Appends the display from a second on to the runs; unchanged if it is the same, or before the last run. */
export function withRun(runs: PackedRuns, second: number, lit: LampBits | null): PackedRuns {
  const last = runs.at(-1)
  const next = packed({ second, lit })
  if (last !== undefined && (last % PACKED === next % PACKED || second < unpacked(last).second)) return runs
  if (last !== undefined && unpacked(last).second === second) return withRun(runs.slice(0, -1), second, lit)
  // Spreading the array would keep room for half as many more.
  return runs.concat(next)
}
