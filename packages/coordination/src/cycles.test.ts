import { expect, it } from 'vitest'
import { planCyclesSteps } from './cycles.ts'
import { finish, planCorridor } from './plan.ts'
import { evenCorridor } from './testing/junction.ts'

const corridor = evenCorridor([0, 300, 600, 900], [30, 30, 30, 30], 36)

it('chooses the cycle with the largest share in the bands, and tells what each gives', () => {
  // 300 m are 30 s, half of 60.
  const { best, outcomes } = finish(planCyclesSteps(corridor, { objective: 'equal', cycles: [90, 60, 20] }))
  expect(best?.cycle).toBe(60)
  expect(best?.bands.efficiency).toBe(0.5)
  expect(outcomes[0]).toEqual({ cycle: 90, plan: planCorridor(corridor, { objective: 'equal', cycle: 90 }) })
  expect(outcomes[2]).toMatchObject({ cycle: 20, misfits: [{ code: 'greenAboveCycle' }, {}, {}, {}, {}, {}, {}, {}] })
})

it('chooses the shorter of equal cycles, and none if none fits', () => {
  const short = evenCorridor([0, 0.1], [60, 60], 36).map((one, index) => ({
    ...one,
    greens: { outbound: { green: index === 0 ? 30 : 40, start: 0 }, inbound: null },
  }))
  const whole = short.map((one) => ({ ...one, greens: { outbound: null, inbound: null } }))
  expect(finish(planCyclesSteps(short, { objective: 'equal', cycles: [80, 50] })).best?.cycle).toBe(50)
  expect(finish(planCyclesSteps(whole, { objective: 'equal', cycles: [80, 50] })).best?.cycle).toBe(50)
  expect(finish(planCyclesSteps(corridor, { objective: 'equal', cycles: [20, 25] })).best).toBeNull()
})

it('reports its progress with the cycle that it is at', () => {
  const steps = [
    ...planCyclesSteps(evenCorridor([0, 310, 620, 1010, 1240, 1500], [40, 40, 40, 40, 40, 40], 40), {
      objective: 'equal',
      cycles: [80, 120],
    }),
  ]
  expect(new Set(steps.map(({ index, count }) => `${index}/${count}`))).toEqual(new Set(['0/2', '1/2']))
})
