import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { bandsOf } from './bands.ts'
import { timingsNow } from './corridor.ts'
import { bandSeconds } from './testing/bandSeconds.ts'
import { bandByTrying } from './testing/bruteForce.ts'
import { bothWays, evenCorridor, junction } from './testing/junction.ts'

describe('bands of given offsets', () => {
  const anyGreen = fc.option(
    fc.record({ green: fc.integer({ min: 1, max: 15 }), start: fc.integer({ min: 0, max: 14 }) }),
    { freq: 6 },
  )

  test('are those that trying each vehicle finds, with half cycles and speeds by direction', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            metres: fc.integer({ min: 1, max: 300 }),
            greens: fc.record({ outbound: anyGreen, inbound: anyGreen }),
            half: fc.boolean(),
            offset: fc.nat({ max: 14 }),
            // 18, 36 and 72 km/h: a metre takes whole twentieths of a second.
            outbound: fc.constantFrom(18, 36, 72),
            inbound: fc.constantFrom(18, 36, 72),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        (parts) => {
          let positionM = 0
          const corridor = parts.map(({ metres, greens, half, outbound, inbound }) => {
            positionM += metres * 2
            return junction({ positionM, greens, speedKmh: { outbound, inbound }, ownCycle: half ? 15 : null })
          })
          const timings = timingsNow(
            corridor,
            parts.map(({ offset }) => offset),
          )
          const bands = bandSeconds(bandsOf(corridor, 30, timings))
          for (const direction of ['outbound', 'inbound'] as const) {
            if (!corridor.some(({ greens }) => greens[direction])) continue
            expect(bands[direction]).toBeCloseTo(bandByTrying(corridor, 30, direction, timings), 6)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('are none where a junction keeps no step with the cycle, except on links without it', () => {
    const corridor = evenCorridor([0, 100, 200], [30, 30, 30], 36).map((one, index) =>
      index === 2 ? { ...one, ownCycle: 72 } : one,
    )
    const { outbound } = bandsOf(corridor, 90, timingsNow(corridor, [])).byDirection
    expect(outbound?.arc).toBeNull()
    expect(outbound?.links.map(({ arc }) => arc?.widthMs)).toEqual([20_000, undefined])
  })

  it('of one direction are null where no junction serves it, and shares are of the other', () => {
    const corridor = evenCorridor([0, 100], [30, 40], 36).map((one) => ({
      ...one,
      greens: { ...one.greens, inbound: null },
    }))
    const bands = bandsOf(corridor, 60, timingsNow(corridor, [0, 10]))
    expect(bands.byDirection.inbound).toBeNull()
    expect(bands.byDirection.outbound?.arc).toEqual({ startMs: 0, widthMs: 30_000 })
    expect([bands.efficiency, bands.attainability]).toEqual([0.5, 1])
  })

  it('have a share of the cycle and of the smallest greens', () => {
    const corridor = evenCorridor([0, 100], [30, 40], 36)
    const bands = bandsOf(corridor, 60, timingsNow(corridor, []))
    expect(bandSeconds(bands)).toEqual({ outbound: 30, inbound: 20 })
    expect(bands.efficiency).toBeCloseTo(50 / 120, 9)
    expect(bands.attainability).toBeCloseTo(50 / 60, 9)
  })

  it('may be wider on a link, where traffic turns off or in', () => {
    const corridor = evenCorridor([0, 100, 200], [40, 40, 20], 36)
    const { outbound } = bandsOf(corridor, 60, timingsNow(corridor, [0, 10, 20])).byDirection
    expect(outbound?.arc).toEqual({ startMs: 0, widthMs: 20_000 })
    expect(outbound?.links).toEqual([
      { junction: 1, arc: { startMs: 0, widthMs: 40_000 }, travelMs: 10_000 },
      { junction: 2, arc: { startMs: 0, widthMs: 20_000 }, travelMs: 10_000 },
    ])
    expect(outbound?.travelMs).toBe(20_000)
  })

  it('last the whole cycle where every green does', () => {
    const corridor = [junction({ greens: bothWays(60) }), junction({ positionM: 99, greens: bothWays(60, 5) })]
    expect(bandSeconds(bandsOf(corridor, 60, timingsNow(corridor, [])))).toEqual({ outbound: 60, inbound: 60 })
  })
})
