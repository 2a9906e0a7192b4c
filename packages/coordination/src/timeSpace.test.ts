import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { bandsOf } from './bands.ts'
import { timingsNow } from './corridor.ts'
import { planCorridor } from './plan.ts'
import { evenCorridor } from './testing/junction.ts'
import { randomCorridor, seeded } from './testing/randomCorridor.ts'
import { timeSpace } from './timeSpace.ts'

it('shows each green and each band of the span, clipped greens included', () => {
  const corridor = evenCorridor([0, 100], [30, 40], 36).map((one) => ({
    ...one,
    greens: { ...one.greens, inbound: null },
  }))
  const timings = timingsNow(corridor, [50, 55])
  const drawn = timeSpace(corridor, { cycle: 60, timings, bands: bandsOf(corridor, 60, timings), fromS: 0, toS: 100 })
  expect(drawn.greens).toEqual([
    { junction: 0, direction: 'outbound', fromS: 0, toS: 20 },
    { junction: 0, direction: 'outbound', fromS: 50, toS: 80 },
    { junction: 1, direction: 'outbound', fromS: 0, toS: 35 },
    { junction: 1, direction: 'outbound', fromS: 55, toS: 95 },
  ])
  expect(
    drawn.bands.filter(({ of }) => of === 'corridor').map(({ corners }) => corners.map(({ s, m }) => `${s} ${m}`)),
  ).toEqual([
    ['-10 0', '20 0', '30 100', '0 100'],
    ['50 0', '80 0', '90 100', '60 100'],
  ])
})

test('every band lies within greens at both ends of its link', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 2, max: 6 }), fc.boolean(), (seed, junctions, unequal) => {
      const corridor = randomCorridor({ junctions, cycle: 90, unequal }, seeded(seed))
      const { timings, bands } = planCorridor(corridor, { objective: 'equal', cycle: 90 })
      const drawn = timeSpace(corridor, { cycle: 90, timings, bands, fromS: 0, toS: 180 })
      // Greens of a wider span, so that none is clipped where a band meets it.
      const { greens } = timeSpace(corridor, { cycle: 90, timings, bands, fromS: -900, toS: 1080 })
      expect(drawn.bands.length).toBeGreaterThan(0)
      for (const { direction, junction, corners } of drawn.bands) {
        const [nearFrom, nearTo, farTo, farFrom] = corners
        for (const [at, from, to] of [
          [junction - 1, nearFrom, nearTo],
          [junction, farFrom, farTo],
        ] as const) {
          expect(from.m).toBe(corridor[at]?.positionM)
          const covers = greens.some(
            (green) =>
              green.junction === at &&
              green.direction === direction &&
              green.fromS <= from.s + 1e-6 &&
              green.toS >= to.s - 1e-6,
          )
          expect(covers).toBe(true)
        }
      }
    }),
    { numRuns: 40 },
  )
})
