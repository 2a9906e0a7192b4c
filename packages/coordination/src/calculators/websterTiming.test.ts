import { checkOverlap } from '@greenwave/controller/checks/overlap'
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { websterSplits } from './capacity.ts'
import { lostSeconds, websterTiming } from './websterTiming.ts'

const CLEARANCE = { yellow: 3, redClearance: 2 }
const NOW = [
  { green: 30, start: 0 },
  { green: 20, start: 60 },
  { green: 15, start: 35 },
] as const

it('keeps the order of the phases and gives each a green by its flow', () => {
  expect(websterTiming({ ratios: [0.3, 0.2, 0.1], cycle: 75, clearance: CLEARANCE, phases: NOW })).toEqual([
    { green: 30, start: 0 },
    { green: 20, start: 50 },
    { green: 10, start: 35 },
  ])
})

it('a phase without traffic is not served, and a cycle that is too short serves nobody', () => {
  const demand = { ratios: [0.3, 0, 0.3], cycle: 50, clearance: CLEARANCE, phases: NOW } as const
  expect(websterTiming(demand)).toEqual([
    { green: 20, start: 0 },
    { green: 0, start: 0 },
    { green: 20, start: 25 },
  ])
  expect(websterTiming({ ...demand, cycle: 11 })).toBeNull()
  expect(websterTiming({ ...demand, ratios: [0, 0, 0] })).toBeNull()
})

test('(R6) (V4) its program fills the cycle, without conflicts, and each green is within a second of its split', () => {
  const ratio = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 0.4, noNaN: true }))
  fc.assert(
    fc.property(fc.tuple(ratio, ratio, ratio), fc.integer({ min: 30, max: 150 }), (ratios, cycle) => {
      const phases = websterTiming({ ratios, cycle, clearance: CLEARANCE, phases: NOW })
      if (!phases) return
      expect(cycleSeconds({ phases }, CLEARANCE)).toBe(cycle)
      expect(checkOverlap({ number: 1, phases, sharedPeriod: 0 }, CLEARANCE)).toEqual([])
      const splits = websterSplits(cycle, lostSeconds(ratios, CLEARANCE), ratios)
      for (const phase of PHASES)
        expect(Math.abs(ofPhase(phases, phase).green - (splits[phase - 1] ?? 0))).toBeLessThan(1)
    }),
    { numRuns: 50 },
  )
})
