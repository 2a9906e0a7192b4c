/**
 * @file The limits of one junction, which follow from its own streets. The checks take them in place of the general ones
 * where they are stricter, and their findings say what they follow from.
 */
import type { PerPhase, PhaseNumber } from '../controllerLimits.ts'

/** Limits in whole seconds. Null: the junction has none of its own. */
export interface OwnLimits {
  /** (V2) What people need who cross while the phase is green, with the length of the crossing and how fast they walk. */
  readonly greens: PerPhase<{
    readonly seconds: number
    readonly crossingM: number
    readonly walkingMps: number
  } | null>
  /** (V6) The longest of the yellows that the approaches need, with the phase, speed and grade that need it. */
  readonly yellow: {
    readonly seconds: number
    readonly phase: PhaseNumber
    readonly speedKmh: number
    readonly gradePercent: number
  } | null
  /** (V6) The longest of the red clearances that the approaches need. */
  readonly redClearance: {
    readonly seconds: number
    readonly phase: PhaseNumber
    readonly speedKmh: number
    readonly widthM: number
  } | null
  /** (V5) The junction's own limits of the cycle; they replace the general ones. */
  readonly shortestCycle: number | null
  readonly longestCycle: number | null
}
