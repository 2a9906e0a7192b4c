/** @file The kind of a virtual controller: what its displays count, and whether its greens follow the demand. */
import type { GreenLimits } from '@greenwave/controller/engine/actuated'
import type { Lamps, PhaseLamps } from '@greenwave/controller/lamps'
import { perPhase, ofPhase } from '@greenwave/controller/limits'

/** Display of a signal head: the number that is sent for a lit lamp. */
export interface Display {
  /** Counts only the last so many seconds of a lamp; infinite: all of them. */
  readonly lastSeconds: number
  /** Value before that: usually 1, or 0 where the controller sends nothing. */
  readonly filler: number
}

/** Displays and control of a virtual controller. */
export interface SignalHeads {
  readonly display: Display
  /** Undefined: fixed control. */
  readonly actuated: GreenLimits | undefined
}

/** Displays that count every second (R13), and fixed control. */
export const FULL_AND_FIXED: SignalHeads = {
  display: { lastSeconds: Number.POSITIVE_INFINITY, filler: 1 },
  actuated: undefined,
}

/** Forms of a display, for `--help` and errors. */
export const DISPLAY_FORM = 'full, last-8, last-8-filler-0, or none'
/** Form of the limits of actuated greens, for `--help` and errors. */
export const ACTUATED_FORM = 'shortest and longest green in seconds, such as 8-40'

const LONGEST_SECONDS = 999

/** Parses `last-8`; undefined for an unknown display. */
export function parseDisplay(text: string): Display | undefined {
  if (text === 'full') return FULL_AND_FIXED.display
  if (text === 'none') return { lastSeconds: 0, filler: 1 }
  const [, last, filler = '1'] = /^last-(\d{1,3})(?:-filler-(\d{1,3}))?$/.exec(text) ?? []
  const lastSeconds = Number(last ?? 0)
  return lastSeconds > 0 ? { lastSeconds, filler: Number(filler) } : undefined
}

/** Parses `8-40`; undefined unless both are whole seconds from 1 to 999, the shortest first. */
export function parseActuated(text: string): GreenLimits | undefined {
  const [, shortest, longest] = /^(\d{1,3})-(\d{1,3})$/.exec(text)?.map(Number) ?? []
  if (!shortest || !longest || shortest > longest || longest > LONGEST_SECONDS) return undefined
  return { shortest, longest }
}

/** Returns the values that a display sends for lamps. A lamp that counts nothing stays at 1 (R13). */
export function displayed(lamps: Lamps, display: Display): Lamps {
  return perPhase((phase) => displayedPhase(ofPhase(lamps, phase), display))
}

/** Returns the values that a display sends for the lamps of one phase. */
export function displayedPhase({ red, yellow, green }: PhaseLamps, { lastSeconds, filler }: Display): PhaseLamps {
  const shown = (count: number) => (count > Math.max(1, lastSeconds) ? filler : count)
  return { red: shown(red), yellow: shown(yellow), green: shown(green) }
}
