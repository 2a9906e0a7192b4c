import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { pedestrianSeconds, redClearanceSeconds, yellowSeconds } from './clearance.ts'

describe('yellow', () => {
  it.each([
    [30, 2.37],
    [40, 2.82],
    [50, 3.28],
    [60, 3.73],
    [70, 4.19],
  ])('at %i km/h is %f s', (speedKmh, seconds) => {
    expect(yellowSeconds({ speedKmh })).toBeCloseTo(seconds, 2)
  })

  test('is longer at a higher speed and downhill, and never shorter than the reaction', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        fc.double({ min: -0.1, max: 0.1, noNaN: true }),
        (speedKmh, grade) => {
          const seconds = yellowSeconds({ speedKmh, grade })
          expect(seconds).toBeGreaterThan(1)
          expect(yellowSeconds({ speedKmh: speedKmh + 1, grade })).toBeGreaterThan(seconds)
          expect(yellowSeconds({ speedKmh, grade: grade - 0.01 })).toBeGreaterThan(seconds)
        },
      ),
    )
    expect(yellowSeconds({ speedKmh: 40, grade: -0.4 })).toBe(Number.POSITIVE_INFINITY)
  })
})

it('red clearance of a junction 20 m wide at 40 km/h is 2.35 s', () => {
  expect(redClearanceSeconds({ speedKmh: 40, widthM: 20 })).toBeCloseTo(2.349, 3)
  expect(redClearanceSeconds({ speedKmh: 36, widthM: 16, vehicleLengthM: 4 })).toBe(2)
})

it.each([
  [1, 19],
  [1.07, 18.21],
  [1.2, 17],
])('people who walk at %f m/s need %f s for 12 m', (speedMps, seconds) => {
  expect(pedestrianSeconds({ widthM: 12, speedMps })).toBeCloseTo(seconds, 2)
})
