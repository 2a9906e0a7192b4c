import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { websterCycle, websterSplits } from './capacity.ts'

it.each([
  [16, 0.55, 64.4],
  [12, 0.7, 76.67],
])('the cycle for %f s of lost time and a flow ratio of %f is %f s', (lost, ratio, seconds) => {
  expect(websterCycle(lost, ratio)).toBeCloseTo(seconds, 1)
})

it('no cycle serves flow ratios of 1 or more', () => {
  expect(websterCycle(12, 1)).toBeNull()
  expect(websterCycle(12, 1.2)).toBeNull()
})

test('splits fill the cycle but for the lost time, in proportion to the flow ratios', () => {
  const anyRatios = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 150 }),
      fc.integer({ min: 0, max: 20 }),
      anyRatios,
      (cycle, lost, ratios) => {
        const splits = websterSplits(cycle, lost, ratios)
        expect(splits.reduce((sum, green) => sum + green, lost)).toBeCloseTo(cycle, 9)
        for (const [index, green] of splits.entries()) {
          expect(green * (ratios[0] ?? 0)).toBeCloseTo((splits[0] ?? 0) * (ratios[index] ?? 0), 9)
        }
      },
    ),
  )
  expect(websterSplits(60, 12, [0, 0])).toEqual([0, 0])
  expect(websterSplits(10, 12, [0.3])).toEqual([0])
})
