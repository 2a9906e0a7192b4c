/** Limits of a junction's times from its own geometry, by the formulas of the calculators. */
import type { OwnLimits } from '@greenwave/controller/checks/ownLimits'
import { PHASES, type PhaseNumber, perPhase } from '@greenwave/controller/controllerLimits'
import { pedestrianSeconds, redClearanceSeconds, yellowSeconds } from './clearance.ts'

/** Geometry of the approaches that a phase serves. */
interface PhaseGeometry {
  readonly speedKmh?: number | undefined
  /** Rise in percent; 0 if it is not known. */
  readonly gradePercent?: number | undefined
  readonly widthM?: number | undefined
  readonly crossingM?: number | undefined
}

/** Facts about a junction. */
export interface JunctionGeometry {
  readonly phases?: { readonly [Phase in PhaseNumber]?: PhaseGeometry | undefined } | undefined
  readonly walkingMps?: number | undefined
  readonly shortestCycleS?: number | undefined
  readonly longestCycleS?: number | undefined
}

/** Default walking speed, metres per second. */
export const USUAL_WALKING_MPS = 1.07

/** Returns the whole seconds that are enough for a time: 2.35 s are 3 s. */
export function enoughSeconds(seconds: number): number {
  // What is a whole number but for the last bits of a division is that number.
  return Math.ceil(seconds - 1e-9)
}

/** Returns the limits of a junction, as far as its geometry is known. */
export function ownLimits({ phases, walkingMps, shortestCycleS, longestCycleS }: JunctionGeometry): OwnLimits {
  const speed = walkingMps ?? USUAL_WALKING_MPS
  const approaches = PHASES.flatMap((phase) => {
    const { speedKmh, gradePercent = 0, widthM } = phases?.[phase] ?? {}
    return speedKmh === undefined ? [] : [{ phase, speedKmh, gradePercent, widthM }]
  })
  return {
    greens: perPhase((phase) => {
      const crossingM = phases?.[phase]?.crossingM
      if (crossingM === undefined) return null
      return {
        seconds: enoughSeconds(pedestrianSeconds({ widthM: crossingM, speedMps: speed })),
        crossingM,
        walkingMps: speed,
      }
    }),
    yellow: longestOf(
      approaches.map(({ phase, speedKmh, gradePercent }) => {
        const seconds = enoughSeconds(yellowSeconds({ speedKmh, grade: gradePercent / 100 }))
        return { seconds, phase, speedKmh, gradePercent }
      }),
    ),
    redClearance: longestOf(
      approaches.flatMap(({ phase, speedKmh, widthM }) => {
        if (widthM === undefined) return []
        return { seconds: enoughSeconds(redClearanceSeconds({ speedKmh, widthM })), phase, speedKmh, widthM }
      }),
    ),
    shortestCycle: shortestCycleS ?? null,
    longestCycle: longestCycleS ?? null,
  }
}

/** The first of the longest ones. */
function longestOf<Timed extends { readonly seconds: number }>(times: readonly Timed[]): Timed | null {
  return times.reduce<Timed | null>((longest, one) => (longest && longest.seconds >= one.seconds ? longest : one), null)
}
