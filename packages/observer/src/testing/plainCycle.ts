/** @file Cycles of independent signals, painted second by second (R1-R6, R13). */
import type { Counts } from '../counts.ts'
import type { PlainProgram } from './independentController.ts'
import { GREEN, type PlainDisplays, type PlainLamp, RED, shownCounts, YELLOW } from './plainDisplay.ts'

const PHASES = [0, 1, 2] as const

/** A cycle, with what each phase shows in each of its seconds. */
export interface PaintedCycle {
  readonly length: number
  /** By second and phase. */
  readonly lamps: readonly (readonly PlainLamp[])[]
  /** By second. */
  readonly counts: readonly Counts[]
  /** By phase: the second at which its green begins. */
  readonly starts: readonly number[]
  /** By phase; 0: not served. */
  readonly greens: readonly number[]
}

/** Times of all programs. */
export interface PlainClearance {
  readonly yellow: number
  readonly redClearance: number
}

/** Returns the starts of greens that follow one another in the order of a program, and the cycle that they make, seconds. */
export function oneAfterAnother(
  { starts }: PlainProgram,
  greens: readonly number[],
  { yellow, redClearance }: PlainClearance,
): { readonly starts: readonly number[]; readonly length: number } {
  const found = [0, 0, 0]
  let length = 0
  for (const phase of PHASES.toSorted((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0))) {
    if (!greens[phase]) continue
    found[phase] = length
    length += (greens[phase] ?? 0) + yellow + redClearance
  }
  return { starts: found, length }
}

/** @param nextStarts by phase: where its green begins in the cycle that follows */
export function paint(
  { greens, starts, length }: Omit<PaintedCycle, 'lamps' | 'counts'>,
  nextStarts: readonly number[],
  { yellow }: PlainClearance,
  displays: PlainDisplays,
): PaintedCycle {
  const lamps = Array.from({ length }, (_, second) =>
    PHASES.map((phase): PlainLamp => {
      const [green = 0, start = 0] = [greens[phase], starts[phase]]
      const since = second - start
      if (green === 0) return { colour: RED, left: 0 }
      if (since >= 0 && since < green) return { colour: GREEN, left: green - since }
      if (since >= green && since < green + yellow) return { colour: YELLOW, left: green + yellow - since }
      return { colour: RED, left: since < 0 ? -since : length - second + (nextStarts[phase] ?? 0) }
    }),
  )
  const counts = lamps.map((second) =>
    shownCounts(
      second.map((lamp) => [lamp]),
      displays,
    ),
  )
  return { length, lamps, counts, starts, greens }
}
