/** The nine counts of a second: what is lit, and for how long. */
import type { LampColour } from '@greenwave/controller/lamps'
import { LAMP_COLOURS, type PhaseNumber } from '@greenwave/controller/controllerLimits'

/** Count of a lamp of which nothing is known. */
export const MISSING = -1

/** Nine counts in the order of `LAMP_KEYS`: red, yellow and green of phase 1, then of phases 2 and 3. -1 is missing. */
export type Counts = readonly number[]

/** Returns the count of one lamp; -1 is missing. */
export function countIn(counts: Counts, phase: PhaseNumber, colour: LampColour): number {
  return counts[(phase - 1) * LAMP_COLOURS.length + LAMP_COLOURS.indexOf(colour)] ?? MISSING
}

/** Returns the lit lamps of a phase: those whose count is above 0. */
export function coloursLit(counts: Counts, phase: PhaseNumber): readonly LampColour[] {
  return LAMP_COLOURS.filter((colour) => countIn(counts, phase, colour) > 0)
}
