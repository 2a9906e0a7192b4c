/** Times that follow a green, and times that people on foot need. Advice with its sources, not the law of any country. */
import { KMH_PER_M_PER_S } from '../corridor.ts'

/** Metres per second squared. */
const GRAVITY = 9.81

/** Inputs of a yellow. */
export interface YellowInputs {
  readonly speedKmh: number
  /** Seconds until a driver brakes. */
  readonly reactionS?: number
  /** Metres per second squared. */
  readonly decelerationMps2?: number
  /** Rise of the approach, 0.03 for 3 %; negative downhill. */
  readonly grade?: number
}

/**
 * Returns the seconds of yellow in which a driver who cannot stop any more reaches the stop line, t + v / (2a + 2Gg):
 * Institute of Transportation Engineers, Guidelines for Determining Traffic Signal Change and Clearance Intervals (2020).
 * Infinity on a slope that the deceleration cannot overcome.
 */
export function yellowSeconds({ speedKmh, reactionS = 1, decelerationMps2 = 3.05, grade = 0 }: YellowInputs): number {
  const slowing = 2 * decelerationMps2 + 2 * GRAVITY * grade
  return slowing > 0 ? reactionS + speedKmh / KMH_PER_M_PER_S / slowing : Number.POSITIVE_INFINITY
}

/** Inputs of a red clearance. */
export interface RedClearanceInputs {
  readonly speedKmh: number
  /** From the stop line to the far side of the last conflicting lane, metres. */
  readonly widthM: number
  readonly vehicleLengthM?: number
}

/** Returns the seconds of red in which the last vehicle leaves the junction, (W + L) / v: the same guidelines. */
export function redClearanceSeconds({ speedKmh, widthM, vehicleLengthM = 6.1 }: RedClearanceInputs): number {
  return ((widthM + vehicleLengthM) * KMH_PER_M_PER_S) / speedKmh
}

/** Inputs of a pedestrian time. */
export interface PedestrianInputs {
  readonly widthM: number
  /** 1.2 in usual traffic, 1.07 in the Manual on Uniform Traffic Control Devices, 1.0 near schools and hospitals. */
  readonly speedMps?: number
  /** Seconds in which people begin to walk. */
  readonly walkS?: number
}

/**
 * Returns the seconds that people on foot need, from the beginning of their green until the last of them has crossed:
 * Manual on Uniform Traffic Control Devices (2009), 4E.06, with 7 s to begin.
 */
export function pedestrianSeconds({ widthM, speedMps = 1.07, walkS = 7 }: PedestrianInputs): number {
  return walkS + widthM / speedMps
}
