/** Cycle and splits by the usual formulas. They say nothing of a street that they were not given. */

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
