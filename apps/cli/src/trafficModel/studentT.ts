/** Means of few runs, with the interval in which the mean of all runs is likely to be. */

/** A mean and its 95 % interval: mean - plusMinus to mean + plusMinus. */
export interface Estimate {
  readonly mean: number
  readonly plusMinus: number
}

const CONFIDENCE = 0.95

/** Returns the mean of at least two independent values, with its 95 % interval by Student's distribution. */
export function estimateOf(values: readonly number[]): Estimate {
  const mean = meanOf(values)
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const error = Math.sqrt(squares / (values.length - 1) / values.length)
  return { mean, plusMinus: studentQuantile(values.length - 1) * error }
}

/** Returns the mean of values; NaN of none. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * Returns t such that Student's distribution with these degrees of freedom, a whole number from 1, has 95 % between -t and
 * t. Found by halving, from the closed forms of the distribution (Abramowitz and Stegun 26.7.3 and 26.7.4).
 */
export function studentQuantile(degrees: number): number {
  let [low, high] = [0, Math.PI / 2]
  for (let step = 0; step < 60; step++) {
    const angle = (low + high) / 2
    if (shareWithin(angle, degrees) < CONFIDENCE) low = angle
    else high = angle
  }
  return Math.tan(low) * Math.sqrt(degrees)
}

/** Returns the share of the distribution between -t and t, for t = tan(angle) √degrees. */
function shareWithin(angle: number, degrees: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const isOdd = degrees % 2 === 1
  let [sum, term] = isOdd ? [0, cosine] : [0, 1]
  for (let k = isOdd ? 1 : 0; k <= degrees - 2; k += 2) {
    sum += term
    term *= ((k + 1) / (k + 2)) * cosine ** 2
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum
}
