/** Runs: from which second on which lamps were lit. */
import { lampsOf, type LampBits } from './lit.ts'
import { PHASES } from '@greenwave/controller/controllerLimits'

/** Lamps of a second. */
export interface Lit {
  /** Null: no sample says which were lit. */
  readonly lit: LampBits | null
  /** Lamps of phases that show nothing although one of them may be lit; left out where there are none. */
  readonly notShown?: LampBits
}

/** From this second of the record on these lamps were lit. */
export interface Run extends Lit {
  readonly second: number
}

/** Runs as numbers, while they are recorded: thousands of junctions have a hundred each. */
export type PackedRuns = readonly number[]

/** Stands for lamps of which nothing is known, among nine bits. */
const NO_LAMPS = 0o1000
/** Above it a bit for each phase that is not shown. */
const HIDDEN = 2 * NO_LAMPS
const PACKED = 8 * HIDDEN

/** Returns a run as a number. */
export function packed({ second, lit, notShown = 0 }: Run): number {
  const hidden = PHASES.reduce((sum, phase) => (notShown & lampsOf(phase) ? sum + (HIDDEN << (phase - 1)) : sum), 0)
  return second * PACKED + hidden + (lit ?? NO_LAMPS)
}

/** Returns the run of a number. */
export function unpacked(run: number): Run {
  const lamps = run % PACKED
  const lit = lamps % HIDDEN
  const hidden = Math.floor(lamps / HIDDEN)
  const notShown = PHASES.reduce((bits, phase) => (hidden & (1 << (phase - 1)) ? bits | lampsOf(phase) : bits), 0)
  const second = Math.floor(run / PACKED)
  return { second, lit: lit === NO_LAMPS ? null : lit, ...(notShown > 0 && { notShown }) }
}

/** Whether two runs show the same. */
export function showSame(a: Lit | undefined, b: Lit | undefined): boolean {
  return a?.lit === b?.lit && (a?.notShown ?? 0) === (b?.notShown ?? 0)
}

/** Appends the display from a second on to the runs; unchanged if it is the same, or before the last run. */
export function withRun(runs: PackedRuns, second: number, shown: Lit): PackedRuns {
  const last = runs.at(-1)
  const next = packed({ second, ...shown })
  if (last !== undefined && (last % PACKED === next % PACKED || second < unpacked(last).second)) return runs
  if (last !== undefined && unpacked(last).second === second) return withRun(runs.slice(0, -1), second, shown)
  // Spreading the array would keep room for half as many more.
  return runs.concat(next)
}
