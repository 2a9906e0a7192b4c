/** Reading of a phase in one sample, decided once for screens, records and rules (signal-control §9). */
import type { DisplayStyle, PhaseDisplay } from '@greenwave/controller/display'
import type { LampColour } from '@greenwave/controller/lamps'
import { LAMP_COLOURS, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { knownLamps, litLamps, type Shown, stateOf } from './lit.ts'
import { type Counts, coloursLit, countIn } from './counts.ts'

/**
 * - lit: one lamp; `seconds` is null where the display does not count now
 * - notShown: three zeros, as the style of a lamp has them before its last seconds
 * - dark: three zeros that no style explains
 * - contradicting: two or three lit lamps
 * - noData: a value is missing, and no lamp is known to be lit
 */
export type PhaseReading =
  | { readonly kind: 'lit'; readonly lamp: LampColour; readonly seconds: number | null }
  | { readonly kind: 'contradicting'; readonly lamps: readonly LampColour[] }
  | { readonly kind: 'notShown' | 'dark' | 'noData' }

const NOT_SHOWN: PhaseReading = { kind: 'notShown' }
const DARK: PhaseReading = { kind: 'dark' }
const NO_DATA: PhaseReading = { kind: 'noData' }

/**
 * Reads what a phase shows.
 *
 * @param display the styles of the phase. A lamp whose style is unknown counts as full.
 * @param before the counts of the second before; null if they are unknown
 */
export function readingOfPhase(
  counts: Counts,
  phase: PhaseNumber,
  display: PhaseDisplay,
  before: Counts | null,
): PhaseReading {
  const state = stateOf(litLamps(counts), knownLamps(counts), phase)
  switch (state) {
    case 'noData':
      return NO_DATA
    case 'dark':
      return mayHide(display) ? NOT_SHOWN : DARK
    case 'contradicting':
      return { kind: 'contradicting', lamps: coloursLit(counts, phase) }
    default: {
      const count = countIn(counts, phase, state)
      const last = before ? countIn(before, phase, state) : null
      return { kind: 'lit', lamp: state, seconds: isCounting(display[state], count, last) ? count : null }
    }
  }
}

/** Returns whether a phase sends three zeros. */
export function sendsZeros(counts: Counts, phase: PhaseNumber): boolean {
  const first = (phase - 1) * LAMP_COLOURS.length
  return counts[first] === 0 && counts[first + 1] === 0 && counts[first + 2] === 0
}

/**
 * Decides by the styles of a phase what its three zeros mean: a second in which its lamp flashes, a lit lamp that is not
 * shown, or darkness. A lamp of an unknown style may hide.
 *
 * @param shown display before the first of the zeros
 * @param seconds whole seconds since the first of them
 */
export function meaningOfZeros(display: PhaseDisplay, shown: Shown, seconds: number): 'flashing' | 'notShown' | 'dark' {
  if (shown !== 'other' && seconds < (display[shown]?.flash ?? 0)) return 'flashing'
  return LAMP_COLOURS.some((colour) => display[colour] === null) || mayHide(display) ? 'notShown' : 'dark'
}

/** Returns whether a phase may show nothing although a lamp is lit: before its last seconds, or while it flashes. */
export function mayHide(display: PhaseDisplay): boolean {
  return LAMP_COLOURS.some((colour) => hides(display[colour]))
}

function hides(style: DisplayStyle | null): boolean {
  return style !== null && (style.flash > 0 || showsOnlyEnds(style))
}

/** Returns whether a lamp is shown only in its last seconds, so that its beginning is unknown. */
export function showsOnlyEnds(style: DisplayStyle | null): boolean {
  return style?.kind === 'last' && style.filler === 0
}

/**
 * Returns whether a count above 0 is the seconds that are left.
 *
 * @param before the count of the same lamp in the second before; null if it is unknown
 */
export function isCounting(style: DisplayStyle | null, count: number, before: number | null): boolean {
  if (style === null || style.kind === 'full') return true
  if (style.kind === 'none' || count > style.seconds) return false
  // The filler may be a number that is also counted, such as 1.
  return count !== style.filler || before === count + 1
}
