import { describe, expect, it } from 'vitest'
import { bandsOf } from './bands.ts'
import { timingsNow } from './corridor.ts'
import { planCorridor } from './plan.ts'
import { bandSeconds } from './testing/bandSeconds.ts'
import { evenCorridor } from './testing/junction.ts'
import { EVENLY_SPACED, STREETS } from './testing/knownCases.ts'
import { bestByMixedInteger } from './testing/mixedInteger.ts'

/** Seconds. */
const TOLERANCE = 0.1

describe('evenly spaced junctions', () => {
  it.each(EVENLY_SPACED)(
    '$junctions with $green of the cycle, $spacing apart',
    ({ junctions, spacing, green, band }) => {
      for (const cycle of [60, 120]) {
        const positions = Array.from({ length: junctions }, (_, index) => index * spacing * cycle * 10)
        const corridor = evenCorridor(
          positions,
          positions.map(() => green * cycle),
          36,
        )
        const both = bandSeconds(planCorridor(corridor, { objective: 'equal', cycle }).bands)
        expect(Math.abs(Math.min(both.outbound, both.inbound) - band * cycle)).toBeLessThan(TOLERANCE)
        const oneWay = bandSeconds(planCorridor(corridor, { objective: 'outbound', cycle }).bands)
        expect(Math.abs(oneWay.outbound - green * cycle)).toBeLessThan(TOLERANCE)
      }
    },
  )
})

describe('known streets', () => {
  const corridorOf = (street: (typeof STREETS)[number]) =>
    evenCorridor(street.positionsM, street.greens, street.speedKmh)

  it.each(STREETS)('$name: given offsets have the known bands, and offsets of 0 none', (street) => {
    const corridor = corridorOf(street)
    const bands = bandSeconds(bandsOf(corridor, street.cycle, timingsNow(corridor, street.offsets)))
    expect(bands.outbound).toBeCloseTo(street.bands[0], 1)
    expect(bands.inbound).toBeCloseTo(street.bands[1], 1)
    expect(bandSeconds(bandsOf(corridor, street.cycle, timingsNow(corridor, [])))).toEqual({ outbound: 0, inbound: 0 })
  })

  it.each(STREETS)('$name: planned offsets are the best whole seconds', (street) => {
    const corridor = corridorOf(street)
    const { objective, cycle } = { objective: 'equal' as const, cycle: street.cycle }
    const fractions = bestByMixedInteger(corridor, { objective, cycle, continuous: true })
    expect(Math.abs(fractions - street.bestEqual)).toBeLessThan(TOLERANCE)
    const bands = bandSeconds(planCorridor(corridor, { objective, cycle }).bands)
    const smaller = Math.min(bands.outbound, bands.inbound)
    expect(smaller).toBeLessThanOrEqual(street.bestEqual + TOLERANCE)
    expect(smaller).toBeGreaterThanOrEqual(Math.min(...street.bands) - TOLERANCE)
    expect(Math.abs(smaller - bestByMixedInteger(corridor, { objective, cycle }))).toBeLessThan(TOLERANCE)
  })
})
