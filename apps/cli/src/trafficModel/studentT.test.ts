import { expect, it } from 'vitest'
import { estimateOf, studentQuantile } from './studentT.ts'

it('knows the quantiles of the tables', () => {
  const table = { 1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 9: 2.2622, 10: 2.2281, 29: 2.0452, 99: 1.9842 }
  for (const [degrees, quantile] of Object.entries(table))
    expect(studentQuantile(Number(degrees))).toBeCloseTo(quantile, 4)
})

it('gives a mean its 95 % interval', () => {
  const { mean, plusMinus } = estimateOf([8, 10, 12])
  expect(mean).toBe(10)
  // Standard deviation 2, of three values, t of two degrees.
  expect(plusMinus).toBeCloseTo((4.3027 * 2) / Math.sqrt(3), 3)
  expect(estimateOf([5, 5, 5])).toEqual({ mean: 5, plusMinus: 0 })
})
