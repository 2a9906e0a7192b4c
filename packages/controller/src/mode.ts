import type { PhaseNumber } from './controllerLimits.ts'

/** The effect of a mode on the lamps. */
export type ModeKind =
  | { readonly kind: 'flashing' }
  | { readonly kind: 'hold'; readonly phase: PhaseNumber }
  | { readonly kind: 'automatic' }

const FLASHING: ModeKind = { kind: 'flashing' }
const HOLD_1: ModeKind = { kind: 'hold', phase: 1 }
const HOLD_2: ModeKind = { kind: 'hold', phase: 2 }
const AUTOMATIC: ModeKind = { kind: 'automatic' }

/**
 * (R12) Returns the effect of a mode: 0 flashes yellow, 1 and 2 hold green on that route, any other value is automatic.
 */
export function modeKind(mode: number): ModeKind {
  if (mode === FLASHING_MODE) return FLASHING
  if (mode === 1) return HOLD_1
  if (mode === 2) return HOLD_2
  return AUTOMATIC
}

/** The value that chooses flashing yellow. */
export const FLASHING_MODE = 0

/** The value that chooses automatic. */
export const AUTOMATIC_MODE = 4

/** The four options of the mode chooser, with the specification's labels. */
export const MODE_CHOICES = [
  { value: FLASHING_MODE, name: 'flashing', label: 'Nháy vàng' },
  { value: 1, name: 'route1', label: 'Tuyến 1' },
  { value: 2, name: 'route2', label: 'Tuyến 2' },
  { value: AUTOMATIC_MODE, name: 'automatic', label: 'Tự động' },
] as const

export type ModeChoice = (typeof MODE_CHOICES)[number]

/** Returns the option for a mode value. Values without an option mean automatic. */
export function modeChoice(mode: number): ModeChoice {
  return MODE_CHOICES.find((choice) => choice.value === mode) ?? MODE_CHOICES[3]
}
