/** @file The kind of a virtual controller: what its displays count, and whether its greens follow the demand. */
import { countShown, type DisplayStyle, FULL, type GreenLimits } from '../display.ts'
import { isUncounted, type Lamps, type PhaseLamps } from '../lamps.ts'
import { ofPhase, PROGRAM_VALUE_RANGE, perPhase } from '../controllerLimits.ts'

/** Displays and control of a virtual controller. */
export interface SignalHeads {
  readonly display: DisplayStyle
  /** Undefined: fixed control. */
  readonly actuated: GreenLimits | undefined
}

/** Displays that count every second (R13), and fixed control. */
export const FULL_AND_FIXED: SignalHeads = { display: FULL, actuated: undefined }

/** Forms of a display, for `--help` and errors. */
export const DISPLAY_FORM = 'full, none, last-8 (1 before its last 8 s) or last-8-0 (0 before them); +flash-3 after it'
/** Form of the limits of actuated greens, for `--help` and errors. */
export const ACTUATED_FORM = 'shortest and longest green in seconds, such as 8-40'

/** Parses `8-40`; undefined unless both are whole seconds from 1 to 999, the shortest first. */
export function parseActuated(text: string): GreenLimits | undefined {
  const [, smallest, largest] = /^(\d{1,3})-(\d{1,3})$/.exec(text)?.map(Number) ?? []
  if (!smallest || !largest || smallest > largest || largest > PROGRAM_VALUE_RANGE.max) return undefined
  return { smallest, largest }
}

/** Returns the values that a display sends for lamps. */
export function displayed(lamps: Lamps, display: DisplayStyle): Lamps {
  return perPhase((phase) => displayedPhase(ofPhase(lamps, phase), display))
}

/** Returns the values that a display sends for the lamps of one phase. A lamp that counts nothing stays at 1 (R13). */
export function displayedPhase(lamps: PhaseLamps, display: DisplayStyle): PhaseLamps {
  if (isUncounted(lamps)) return lamps
  const shown = (left: number) => (left > 0 ? countShown(display, left) : 0)
  return { red: shown(lamps.red), yellow: shown(lamps.yellow), green: shown(lamps.green) }
}
