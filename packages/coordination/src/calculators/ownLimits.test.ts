import { checkClearanceTimes } from '@greenwave/controller/checks/clearance'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { enoughSeconds, ownLimits } from './ownLimits.ts'

it('nothing that is known of a junction gives it no limits', () => {
  const none = { greens: [null, null, null], yellow: null, redClearance: null, shortestCycle: null, longestCycle: null }
  expect(ownLimits({})).toEqual(none)
  expect(ownLimits({ phases: { 1: { gradePercent: 3, widthM: 20 } } })).toEqual(none)
})

it('the fastest approach sets the yellow, the widest for its speed the red clearance, each crossing its green', () => {
  const phases = {
    1: { speedKmh: 60, widthM: 18, crossingM: 12 },
    2: { speedKmh: 40, widthM: 24, gradePercent: -2 },
    3: { crossingM: 20 },
  }
  expect(ownLimits({ phases, walkingMps: 1.2, shortestCycleS: 60 })).toEqual({
    greens: [{ seconds: 17, crossingM: 12, walkingMps: 1.2 }, null, { seconds: 24, crossingM: 20, walkingMps: 1.2 }],
    yellow: { seconds: 4, phase: 1, speedKmh: 60, gradePercent: 0 },
    redClearance: { seconds: 3, phase: 2, speedKmh: 40, widthM: 24 },
    shortestCycle: 60,
    longestCycle: null,
  })
  expect(ownLimits({ phases }).greens[0]).toEqual({ seconds: 19, crossingM: 12, walkingMps: 1.07 })
})

it('a time that is whole but for a rounding is not a second longer', () => {
  expect(enoughSeconds(0.1 * 30)).toBe(3)
  expect(enoughSeconds(2.0001)).toBe(3)
})

test('(V6) the times that a junction asks for are neither too short nor too long for it', () => {
  const phase = fc.record(
    {
      speedKmh: fc.integer({ min: 5, max: 120 }),
      gradePercent: fc.integer({ min: -15, max: 15 }),
      widthM: fc.integer({ min: 1, max: 150 }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(phase, phase, phase, (one, two, three) => {
      const own = ownLimits({ phases: { 1: one, 2: two, 3: three } })
      const yellow = Math.max(3, own.yellow?.seconds ?? 3)
      const redClearance = own.redClearance?.seconds ?? 1
      expect(checkClearanceTimes({ yellow, redClearance }, own)).toEqual([])
      if (own.yellow) expect(checkClearanceTimes({ yellow: yellow - 1, redClearance }, own)).toHaveLength(1)
      if (own.redClearance) expect(checkClearanceTimes({ yellow, redClearance: redClearance - 1 }, own)).toHaveLength(1)
    }),
    { numRuns: 50 },
  )
})
