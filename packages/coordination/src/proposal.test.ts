import { cycleSeconds } from '@greenwave/controller/cycle'
import type { Clearance, Program } from '@greenwave/controller/settings'
import { describe, expect, it } from 'vitest'
import { bandsOf } from './bands.ts'
import { corridorOfSettings, type SetJunction } from './fromSettings.ts'
import { finish } from './plan.ts'
import { type CycleProposal, longestRed, type ProposalRequest, proposalSteps } from './proposal.ts'

const USUAL: Clearance = { yellow: 3, redClearance: 2 }
const program = (one: number, two: number, three = 0): Program => ({
  number: 1,
  sharedPeriod: 0,
  phases: [
    { green: one, start: 0 },
    { green: two, start: one + 5 },
    { green: three, start: three > 0 ? one + two + 10 : 0 },
  ],
})
const junction = (positionM: number, changes: Partial<SetJunction> = {}): SetJunction => ({
  name: `${positionM} m`,
  positionM,
  speedKmh: { outbound: 36, inbound: 36 },
  canOffset: true,
  phases: { outbound: 1, inbound: 1 },
  program: program(40, 40),
  clearance: USUAL,
  offset: 7,
  ...changes,
})
const proposed = (request: Partial<ProposalRequest> & Pick<ProposalRequest, 'junctions'>) =>
  finish(proposalSteps({ objective: 'equal', cycles: [90], ...request }))
const planned = (one: CycleProposal | undefined) => {
  if (!one || !('bands' in one)) throw new Error('a cycle that fits')
  return one
}

describe('what the planner proposes', () => {
  it('has the bands that its settings make, which fill the smallest green where the street allows it', () => {
    const { cycles, best, withOffsets } = proposed({ junctions: [junction(0), junction(450), junction(900)] })
    const { junctions, bands, exact } = planned(cycles[0])
    expect([best, exact, withOffsets]).toEqual([90, true, null])
    const set = corridorOfSettings(junctions)
    expect(bandsOf(set.corridor, set.cycle, set.timings)).toEqual(bands)
    expect(bands.byDirection.outbound?.arc?.widthMs).toBe(40_000)
  })

  it('scales splits to each cycle of a list, and takes the one whose bands are the largest share', () => {
    const junctions = [junction(0), junction(400), junction(800)]
    const { cycles, best } = proposed({ junctions, cycles: [60, 80, 9] })
    expect(best).toBe(80)
    expect(planned(cycles[0]).junctions.map(({ program: set }) => cycleSeconds(set, USUAL))).toEqual([60, 60, 60])
    expect(cycles[2]).toEqual({ cycle: 9, unfit: [0, 1, 2] })
    expect(proposed({ junctions, cycles: [9] })).toMatchObject({ best: null })
  })

  it('keeps half cycles half, and says which junctions do not fit a cycle that has no half', () => {
    const junctions = [junction(0), junction(400, { program: program(20, 15) })]
    const { cycles } = proposed({ junctions, cycles: [100, 91] })
    expect(planned(cycles[0]).junctions.map(({ program: set }) => cycleSeconds(set, USUAL))).toEqual([100, 50])
    expect(cycles[1]).toEqual({ cycle: 91, unfit: [1] })
  })

  it('keeps the offsets of as many junctions as it can, and the bands are the same', () => {
    // The second and the third are set as they should be to each other, and the first is not.
    const junctions = [junction(0), junction(450, { offset: 33 }), junction(900, { offset: 78 })]
    const { junctions: set, bands } = planned(proposed({ junctions }).cycles[0])
    expect(set.map(({ offset }) => offset)).toEqual([78, 33, 78])
    const { corridor, cycle, timings } = corridorOfSettings(set)
    expect(bandsOf(corridor, cycle, timings)).toEqual(bands)
    expect(bands.attainability).toBe(1)
    // Half a cycle is turned by as much.
    const half = [junction(0, { offset: 30 }), junction(450, { program: program(20, 15), offset: 40 })]
    expect(planned(proposed({ junctions: half }).cycles[0]).junctions[0]?.offset).toBe(30)
  })

  it('moves phases where a controller knows no offsets, and says what offsets would gain', () => {
    const fixed = { canOffset: false, offset: 0, program: program(40, 20, 15) }
    const junctions = [junction(0, fixed), junction(230, fixed), junction(500, fixed)]
    const { cycles, withOffsets } = proposed({ junctions })
    const { junctions: set, bands } = planned(cycles[0])
    expect(set.map(({ offset }) => offset)).toEqual([0, 0, 0])
    expect(set.some(({ program: one }) => (one.phases[0]?.start ?? 0) > 0)).toBe(true)
    expect(withOffsets?.efficiency).toBeGreaterThanOrEqual(bands.efficiency)
  })

  it('says how long a side street waits: the red of what does not serve the corridor', () => {
    expect(longestRed([junction(0, { program: program(40, 25, 10) })])).toBe(77)
    expect(longestRed([junction(0, { program: program(40, 0) })])).toBe(2)
  })
})
