/** Display of a junction in one sample. */

import { PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { LampColour } from '@greenwave/controller/lamps'
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
  /** Lit lamps; one that flashes before its end stays lit. */
  readonly lit: LampBits
  /** Lamps of which it is known whether they are lit. */
  readonly known: LampBits
  /** Lamps of phases that show nothing although one of them may be lit. */
  readonly notShown: LampBits
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

/** Facts about the signals beside the counts of a sample. */
export interface Sight {
  /** Whether flashing is in force, or was observed last. */
  readonly flashes: boolean
  /** Whether every second is counted, so that a green 1 among red ones is a hold (R13). */
  readonly isFull: boolean
  /** Lamps that are lit although their phase sends zeros: they flash before their end. */
  readonly flashing: LampBits
  /** Lamps of phases that send zeros although one of them may be lit. */
  readonly notShown: LampBits
}

/** Sight of a junction that counts every second and does not flash. */
export const PLAIN_SIGHT: Sight = { flashes: false, isFull: true, flashing: 0, notShown: 0 }

/** Classifies nine counts. */
export function see(counts: Counts, { flashes, isFull, flashing, notShown }: Sight = PLAIN_SIGHT): Seen {
  const lit = litLamps(counts) | flashing
  const known = knownLamps(counts) & ~notShown
  const contradicting = phasesContradicting(lit)
  const together = phasesTogether(lit, known, flashes)
  const dark = phasesDark(lit, known)
  const complete = isComplete(lit, known)
  return {
    lit,
    known,
    notShown,
    complete,
    together,
    contradicting,
    dark,
    reading: readingOf(counts, lit, isFull, { contradicting, together, dark }),
  }
}

function readingOf(
  counts: Counts,
  lit: LampBits,
  isFull: boolean,
  faults: Pick<Seen, 'contradicting' | 'together' | 'dark'>,
): Reading {
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
  if (held && isFull && counts.every((count) => count <= 1)) return { kind: 'held', phase: held }
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
