import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('waits longer after each failure, half to whole of the step, and at most 30 s', () => {
  expect([1, 2, 3, 4, 5, 6, 50].map((failures) => backoffMs(failures, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
  expect(backoffMs(3, 0)).toBe(2000)
})

test('stays within half a second and 30 s', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const ms = backoffMs(failures, random)
      expect(ms).toBeGreaterThanOrEqual(500)
      expect(ms).toBeLessThanOrEqual(30_000)
    }),
  )
})
