import type { PerPhase } from '@greenwave/controller/controllerLimits'
import type { PhaseTiming } from '@greenwave/controller/settings'
import { expect, test } from 'vitest'
import { phaseOverlaps } from './overlaps.ts'

const CLEARANCE = { yellow: 3, redClearance: 2 }
const program = (...phases: PerPhase<PhaseTiming>) => ({ phases })

test('the worked example overlaps nowhere (V4)', () => {
  const sound = program({ green: 30, start: 0 }, { green: 20, start: 35 }, { green: 15, start: 60 })
  expect(phaseOverlaps(sound, CLEARANCE)).toEqual([])
})

test('a start 5 s early overlaps by 5 s, from where both claim the road (V4)', () => {
  const early = program({ green: 30, start: 0 }, { green: 20, start: 35 }, { green: 15, start: 55 })
  expect(phaseOverlaps(early, CLEARANCE)).toEqual([{ phases: [2, 3], start: 55, length: 5 }])
})

test('a phase without green overlaps nobody (R2)', () => {
  const unserved = program({ green: 30, start: 0 }, { green: 0, start: 5 }, { green: 15, start: 35 })
  expect(phaseOverlaps(unserved, CLEARANCE)).toEqual([])
})

test('three phases at once are three pairs (V4)', () => {
  const all = program({ green: 10, start: 0 }, { green: 10, start: 0 }, { green: 10, start: 0 })
  expect(phaseOverlaps(all, CLEARANCE).map((overlap) => overlap.phases)).toEqual([
    [1, 2],
    [1, 3],
    [2, 3],
  ])
})
