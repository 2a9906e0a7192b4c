import type { PerPhase } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { programFrom } from '@greenwave/controller/testing/settings'
import { expect, it } from 'vitest'
import type { SetJunction } from '../fromSettings.ts'
import { finish } from '../plan.ts'
import { proposalSteps } from '../proposal.ts'
import { programByFlows } from './programByFlows.ts'

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
