/** Cycle, splits and delay by the usual formulas. They say nothing of a street that they were not given. */

/**
 * Returns the cycle with the least delay, seconds, (1.5 L + 5) / (1 - Y): F. V. Webster, Traffic Signal Settings (Road
 * Research Technical Paper 39, 1958). L is the lost time of a cycle in seconds, Y the sum of the flow
 * ratios of the critical movements; null if Y is 1 or more, which no cycle can serve.
 */
export function websterCycle(lostSeconds: number, flowRatioSum: number): number | null {
  return flowRatioSum < 1 ? (1.5 * lostSeconds + 5) / (1 - flowRatioSum) : null
}

/**
 * Returns the effective greens, seconds, that share a cycle in proportion to the flow ratios of the critical movements
 * (Webster 1958), so that all are equally full. Nothing is left for anyone when the lost time takes the whole cycle.
 */
export function websterSplits(cycle: number, lostSeconds: number, flowRatios: readonly number[]): readonly number[] {
  const sum = flowRatios.reduce((total, ratio) => total + ratio, 0)
  const green = Math.max(0, cycle - lostSeconds)
  return flowRatios.map((ratio) => (sum > 0 ? (green * ratio) / sum : 0))
}

/** A movement at a fixed-time signal. Flows are vehicles an hour. */
export interface Movement {
  readonly flow: number
  readonly saturationFlow: number
  /** Effective green as a share of the cycle. */
  readonly greenShare: number
  /** Seconds. */
  readonly cycle: number
}

/**
 * Returns the mean delay of a vehicle, seconds, after Webster (1958), with the third term in full. Null if the movement
 * is saturated, where the formula does not hold; `hcmDelay` does there.
 */
export function websterDelay({ flow, saturationFlow, greenShare, cycle }: Movement): number | null {
  const perSecond = flow / 3600
  const degree = flow / (saturationFlow * greenShare)
  if (!(degree < 1)) return null
  if (perSecond === 0) return (cycle * (1 - greenShare) ** 2) / 2
  const uniform = (cycle * (1 - greenShare) ** 2) / (2 * (1 - greenShare * degree))
  const random = degree ** 2 / (2 * perSecond * (1 - degree))
  const correction = 0.65 * (cycle / perSecond ** 2) ** (1 / 3) * degree ** (2 + 5 * greenShare)
  return uniform + random - correction
}

/** A movement by its capacity, as the Highway Capacity Manual sees it. */
export interface CapacityMovement {
  /** Vehicles an hour. */
  readonly flow: number
  /** Vehicles an hour. */
  readonly capacity: number
  /** Effective green as a share of the cycle. */
  readonly greenShare: number
  /** Seconds. */
  readonly cycle: number
  /** Hours that are looked at. */
  readonly periodHours?: number
}

/** Factor of fixed-time control, for which arrivals know nothing of the signal. */
const FIXED_TIME = 0.5

/**
 * Returns the mean control delay of a vehicle, seconds: uniform and incremental delay of the Highway Capacity Manual
 * (2000), chapter 16, for fixed-time control of a single junction without a queue at the beginning.
 */
export function hcmDelay({ flow, capacity, greenShare, cycle, periodHours = 0.25 }: CapacityMovement): number {
  const degree = flow / capacity
  const uniform = (0.5 * cycle * (1 - greenShare) ** 2) / (1 - Math.min(1, degree) * greenShare)
  const excess = degree - 1
  const spread = (8 * FIXED_TIME * degree) / (capacity * periodHours)
  return uniform + 900 * periodHours * (excess + Math.sqrt(excess ** 2 + spread))
}
