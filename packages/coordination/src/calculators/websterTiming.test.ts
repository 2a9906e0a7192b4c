import { checkOverlap } from '@greenwave/controller/checks/overlap'
import { ofPhase, type PerPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { programFrom } from '@greenwave/controller/testing/settings'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import type { SetJunction } from '../fromSettings.ts'
import { finish } from '../plan.ts'
import { proposalSteps } from '../proposal.ts'
import { websterSplits } from './capacity.ts'
import { lostSeconds, programByFlows, websterTiming } from './websterTiming.ts'

const clearance = { yellow: 3, redClearance: 2 }
const program = programFrom(1, [30, 20, 15], [0, 35, 60])
const greens = ({ phases }: typeof program) => phases.map(({ green }) => green)

it('gives each phase its share of what yellow and red clearance leave', () => {
  const made = programByFlows({ program, clearance }, 90, [600, 320, 80])
  expect(made && greens(made)).toEqual([45, 24, 6])
  expect(made && cycleSeconds(made, clearance)).toBe(90)
  expect(programByFlows({ program, clearance }, 15, [600, 320, 80])).toBeNull()
})

it('is what a plan of a corridor is made of, where flows are given', () => {
  const junction = (positionM: number): SetJunction => ({
    ...{ name: String(positionM), positionM, speedKmh: { outbound: 36, inbound: 36 }, canOffset: true, offset: 0 },
    ...{ phases: { outbound: 1, inbound: 1 }, program, clearance },
  })
  const flows: PerPhase<number> = [600, 320, 80]
  const { cycles } = finish(
    proposalSteps({
      ...{ junctions: [junction(0), junction(400)], objective: 'equal', cycles: [90] },
      programAt: (one, cycle) => programByFlows(one, cycle, flows),
    }),
  )
  const [planned] = cycles
  if (!planned || !('bands' in planned)) throw new Error('the cycle fits')
  expect(planned.junctions.map((one) => greens(one.program))).toEqual([
    [45, 24, 6],
    [45, 24, 6],
  ])
  expect(planned.bands.attainability).toBeGreaterThan(0.8)
})

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
