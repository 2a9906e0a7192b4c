/** Display of a junction in one sample. */
import type { LampColour } from '@greenwave/controller/lamps'
import { PHASES, type PhaseNumber } from '@greenwave/controller/limits'
import {
  greenAmongReds,
  isComplete,
  isFlashing,
  knownLamps,
  type LampBits,
  litLamps,
  phasesContradicting,
  phasesDark,
  phasesTogether,
  shownBy,
} from './lit.ts'
import { type Counts, countIn } from './counts.ts'

/**
 * - noData: no lamp is known to be lit, and none is known to be dark
 * - running: a phase has the road, or, in an all-red, is the next to get it; with the seconds that its lamp counts
 * - flashing: all three yellow and nothing else
 * - held: one green 1, the others red 1
 * - contradicting: two lamps of one phase, or two phases that have the road
 * - dark: phases with three zeros
 */
type Reading =
  | { readonly kind: 'noData' }
  | {
      readonly kind: 'running'
      readonly phase: PhaseNumber
      readonly lamp: LampColour
      readonly seconds: number
    }
  | { readonly kind: 'flashing' }
  | { readonly kind: 'held'; readonly phase: PhaseNumber }
  | { readonly kind: 'contradicting'; readonly phases: readonly PhaseNumber[] }
  | { readonly kind: 'dark'; readonly phases: readonly PhaseNumber[] }

/** Everything that follows from the nine counts of one sample. */
export interface Seen {
  readonly lit: LampBits
  readonly reading: Reading
  /** Whether each phase shows a lit lamp, or three that are known to be dark. */
  readonly complete: boolean
  /** Phases that have the road at the same time, where the lamps do not flash. */
  readonly together: readonly PhaseNumber[]
  /** Phases with two or three lit lamps. */
  readonly contradicting: readonly PhaseNumber[]
  /** Phases with three zeros. */
  readonly dark: readonly PhaseNumber[]
}

const NO_DATA: Reading = { kind: 'noData' }
const FLASHING: Reading = { kind: 'flashing' }

/**
 * Classifies nine counts.
 *
 * @param flashes whether flashing is in force, or was observed last
 */
export function see(counts: Counts, flashes = false): Seen {
  const lit = litLamps(counts)
  const known = knownLamps(counts)
  const contradicting = phasesContradicting(lit)
  const together = phasesTogether(lit, known, flashes)
  const dark = phasesDark(lit, known)
  const complete = isComplete(lit, known)
  return {
    lit,
    complete,
    together,
    contradicting,
    dark,
    reading: readingOf(counts, lit, { contradicting, together, dark }),
  }
}

function readingOf(counts: Counts, lit: LampBits, faults: Pick<Seen, 'contradicting' | 'together' | 'dark'>): Reading {
  const { contradicting, together, dark } = faults
  if (contradicting.length > 0 || together.length > 0) {
    return {
      kind: 'contradicting',
      phases: PHASES.filter((one) => contradicting.includes(one) || together.includes(one)),
    }
  }
  if (dark.length > 0) return { kind: 'dark', phases: dark }
  if (lit === 0) return NO_DATA
  if (isFlashing(lit)) return FLASHING
  const held = greenAmongReds(lit)
  if (held && counts.every((count) => count <= 1)) return { kind: 'held', phase: held }
  return runningOf(counts, lit)
}

function runningOf(counts: Counts, lit: LampBits): Reading {
  let next: Extract<Reading, { kind: 'running' }> | null = null
  for (const phase of PHASES) {
    const lamp = shownBy(lit, phase)
    if (lamp === 'other') continue
    const seconds = countIn(counts, phase, lamp)
    if (lamp !== 'red') return { kind: 'running', phase, lamp, seconds }
    // A phase that is not served counts nothing: its red 1 says nothing of who is next.
    if (!next || (seconds > 1 && (next.seconds <= 1 || seconds < next.seconds)))
      next = { kind: 'running', phase, lamp, seconds }
  }
  return next ?? NO_DATA
}
