/** Styles of a junction: displays and control as an engineer set them, as learned, and as rules use them. */
import {
  type Control,
  type Display,
  type DisplayStyle,
  FULL,
  type GreenLimits,
  type PhaseDisplay,
  UNKNOWN_DISPLAY,
} from '@greenwave/controller/display'
import { ofPhase, type PerPhase, type PhaseNumber, perPhase } from '@greenwave/controller/controllerLimits'

/** Styles and control from one source. */
export interface KnownStyles {
  readonly display: Display
  /** Null where it is unknown. */
  readonly control: Control | null
}

/** Observations of a junction, as far as they are kept. */
export interface LearnedStyles extends KnownStyles {
  /** Longest time for which each phase showed nothing between two lamps, seconds. */
  readonly hidden: PerPhase<number>
}

/** Styles in force. */
export interface Styles extends KnownStyles {
  readonly set: KnownStyles
  readonly learned: LearnedStyles
  /** Whether the junction counts every second as far as is known, so that zeros are dark and a hold shows its pattern. */
  readonly isFull: boolean
  /** Whether a lamp was seen that was lit before its phase showed it. */
  readonly hides: boolean
  /** Whether lamps of an unknown style count every second, as far as is known. */
  readonly presumesFull: boolean
}

export const NOTHING_SET: KnownStyles = { display: UNKNOWN_DISPLAY, control: null }
export const NOTHING_LEARNED: LearnedStyles = { ...NOTHING_SET, hidden: [0, 0, 0] }

/** Each lamp counts every second, until something else is known. */
const FULL_PHASE: PhaseDisplay = { red: FULL, yellow: FULL, green: FULL }
const FULL_DISPLAY: Display = perPhase(() => FULL_PHASE)

/** Nothing is known: the junction is getting known. */
export const UNKNOWN_STYLES: Styles = {
  ...NOTHING_SET,
  set: NOTHING_SET,
  learned: NOTHING_LEARNED,
  isFull: false,
  hides: false,
  presumesFull: false,
}

/**
 * Returns the styles in force: what is set wins over what was learned.
 *
 * @param beside what is known of lamps whose style is not
 */
export function stylesOf(
  set: KnownStyles,
  learned: LearnedStyles,
  beside: Pick<Styles, 'presumesFull' | 'hides'>,
): Styles {
  const { presumesFull, hides } = beside
  let [known, full] = [0, 0]
  const display = perPhase((phase): PhaseDisplay => {
    const of = (colour: keyof PhaseDisplay): DisplayStyle | null => {
      const style = ofPhase(set.display, phase)[colour] ?? ofPhase(learned.display, phase)[colour]
      if (style) known += 1
      if (style?.kind === 'full' && style.flash === 0) full += 1
      return style
    }
    return { red: of('red'), yellow: of('yellow'), green: of('green') }
  })
  // A lamp that is never lit whole, such as the red of a phase without green, is as the others are.
  const isFull = known === full && presumesFull
  return {
    display: isFull ? FULL_DISPLAY : display,
    control: controlOf(set.control, learned.control),
    set,
    learned,
    isFull,
    presumesFull,
    hides,
  }
}

/** Set limits win; limits that were not set are learned. */
function controlOf(set: Control | null, learned: Control | null): Control | null {
  if (set?.kind !== 'actuated' || learned?.kind !== 'actuated') return set ?? learned
  return { kind: 'actuated', greens: perPhase((phase) => ofPhase(set.greens, phase) ?? ofPhase(learned.greens, phase)) }
}

/** Returns whether two styles are the same. */
export function sameStyle(a: DisplayStyle | null, b: DisplayStyle | null): boolean {
  if (a === null || b === null) return a === b
  if (a.kind !== b.kind || a.flash !== b.flash) return false
  return a.kind !== 'last' || (b.kind === 'last' && a.seconds === b.seconds && a.filler === b.filler)
}

/** Learned limits hold every green that was seen; the next one may be somewhat shorter or longer. */
const BEYOND_LEARNED = { smallest: 0.5, largest: 1.5, seconds: 10 }

/** Returns the limits that actuated control allows a green: as set, or wider than what was learned. Null without any. */
export function greenLimits({ control, set }: Pick<Styles, 'control' | 'set'>, phase: PhaseNumber): GreenLimits | null {
  const limits = control?.kind === 'actuated' ? ofPhase(control.greens, phase) : null
  const isSet = set.control?.kind === 'actuated' && ofPhase(set.control.greens, phase) !== null
  if (!limits || isSet) return limits
  return {
    smallest: Math.floor(limits.smallest * BEYOND_LEARNED.smallest),
    largest: Math.ceil(limits.largest * BEYOND_LEARNED.largest) + BEYOND_LEARNED.seconds,
  }
}
