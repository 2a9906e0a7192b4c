/** Which lamps are lit, as nine bits in the order of `LAMP_KEYS`, and what that says of each phase. */

import type { LampColour } from '@greenwave/controller/lamps'
import { LAMP_COLOURS, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { type Counts, MISSING } from './counts.ts'

/** Nine bits, the red lamp of phase 1 lowest. */
export type LampBits = number

const RED = 0b001
const YELLOW = 0b010
const GREEN = 0b100
const ALL = 0b111

/** The same lamp of all three phases. */
const ofAll = (bits: number): LampBits => bits | (bits << 3) | (bits << 6)
const ALL_YELLOW = ofAll(YELLOW)

/** Returns the lamps whose count is above 0. */
export function litLamps(counts: Counts): LampBits {
  let bits = 0
  for (let index = 0; index < 9; index += 1) if ((counts[index] ?? MISSING) > 0) bits |= 1 << index
  return bits
}

/** Returns the lamps whose count is known. */
export function knownLamps(counts: Counts): LampBits {
  let bits = 0
  for (let index = 0; index < 9; index += 1) if ((counts[index] ?? MISSING) !== MISSING) bits |= 1 << index
  return bits
}

function bitsOf(bits: LampBits, phase: PhaseNumber): number {
  return (bits >> ((phase - 1) * 3)) & ALL
}

/** Returns the three lamps of a phase. */
export function lampsOf(phase: PhaseNumber): LampBits {
  return ALL << ((phase - 1) * 3)
}

/** Returns one lamp. */
export function lampOf(phase: PhaseNumber, colour: LampColour): LampBits {
  return 1 << ((phase - 1) * 3 + LAMP_COLOURS.indexOf(colour))
}

/** Display of a phase: its only lit lamp, or `other` where two are lit, none is, or nothing is known. */
export type Shown = LampColour | 'other'

/** Display of a phase. A lit lamp counts although another lamp of the phase is unknown. */
export function shownBy(lit: LampBits, phase: PhaseNumber): Shown {
  const bits = bitsOf(lit, phase)
  return bits === RED ? 'red' : bits === GREEN ? 'green' : bits === YELLOW ? 'yellow' : 'other'
}

/** Returns the one lit lamp of a phase, or the fault of a phase that does not have exactly one. */
export function stateOf(lit: LampBits, known: LampBits, phase: PhaseNumber): LampColour | PhaseFault {
  const shown = shownBy(lit, phase)
  if (shown !== 'other') return shown
  if (bitsOf(lit, phase) !== 0) return 'contradicting'
  return bitsOf(known, phase) === ALL ? 'dark' : 'noData'
}

/** Why not exactly one lamp of a phase is known to be lit: three zeros, two or three lit lamps, a missing value. */
export type PhaseFault = 'dark' | 'contradicting' | 'noData'

/** Returns the colours of a phase's lit lamps. */
export function litColours(lit: LampBits, phase: PhaseNumber): readonly LampColour[] {
  return LAMP_COLOURS.filter((_, index) => (bitsOf(lit, phase) & (1 << index)) !== 0)
}

/** Returns whether the lamps flash: all three yellow lit and nothing else. */
export function isFlashing(lit: LampBits): boolean {
  return lit === ALL_YELLOW
}

/** Returns whether the lamps may flash, as far as they are known. */
function mayFlash(lit: LampBits, known: LampBits): boolean {
  return lit !== 0 && (lit & ~ALL_YELLOW) === 0 && (known & ~lit & ALL_YELLOW) === 0
}

/** Returns the phases that have the road: green or yellow. */
function phasesOnRoad(lit: LampBits): readonly PhaseNumber[] {
  return PHASES.filter((phase) => (bitsOf(lit, phase) & (GREEN | YELLOW)) !== 0)
}

/** Returns whether lamps that flash have phases out: each lit lamp is yellow, and a phase shows three zeros. */
function flashesInPart(lit: LampBits, known: LampBits): boolean {
  return lit !== 0 && (lit & ~ALL_YELLOW) === 0 && phasesDark(lit, known).length > 0
}

/**
 * Returns the phases that have the road together, where the lamps do not flash; otherwise none.
 *
 * @param flashes whether flashing is in force, or was observed last: then phases may be out
 */
export function phasesTogether(lit: LampBits, known: LampBits, flashes = false): readonly PhaseNumber[] {
  const phases = phasesOnRoad(lit)
  return phases.length < 2 || mayFlash(lit, known) || (flashes && flashesInPart(lit, known)) ? NONE : phases
}

/** Returns the phases with two or three lit lamps. */
export function phasesContradicting(lit: LampBits): readonly PhaseNumber[] {
  const phases = PHASES.filter((phase) => {
    const bits = bitsOf(lit, phase)
    return (bits & (bits - 1)) !== 0
  })
  return phases.length === 0 ? NONE : phases
}

/** Returns the phases that show three zeros. */
export function phasesDark(lit: LampBits, known: LampBits): readonly PhaseNumber[] {
  const phases = PHASES.filter((phase) => stateOf(lit, known, phase) === 'dark')
  return phases.length === 0 ? NONE : phases
}

/** Returns whether a phase may have a lit lamp whose value is missing. */
export function isUnknown(lit: LampBits, known: LampBits, phase: PhaseNumber): boolean {
  return stateOf(lit, known, phase) === 'noData'
}

/** Returns whether each phase shows a lit lamp, or three that are known to be dark. */
export function isComplete(lit: LampBits, known: LampBits): boolean {
  return !PHASES.some((phase) => isUnknown(lit, known, phase))
}

const NONE: readonly PhaseNumber[] = []

/** Returns whether every phase is red and shows nothing else. */
export function isAllRed(lit: LampBits): boolean {
  return lit === ofAll(RED)
}

/** Returns the phase that is green where the others are red and nothing else is lit; otherwise 0. */
export function greenAmongReds(lit: LampBits): PhaseNumber | 0 {
  return (
    PHASES.find((phase) => lit === ((ofAll(RED) & ~(RED << ((phase - 1) * 3))) | (GREEN << ((phase - 1) * 3)))) ?? 0
  )
}
