import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandsOf, windowsOf } from './bands.ts'
import { type Corridor, type Direction, DIRECTIONS, timingsNow } from './corridor.ts'
import { seenBand, type SeenJunction, type TimeSpan } from './seenBand.ts'
import { randomCorridor, seeded } from './testing/randomCorridor.ts'
import { passingTimesMs } from './travel.ts'

const CYCLE = 90
const NO_GAPS = { gaps: [] }

/** Returns the greens of a corridor whose controllers follow its settings, from -6 cycles to 6 cycles. */
function street(corridor: Corridor, direction: Direction, offsets: readonly number[]): readonly SeenJunction[] {
  const passing = passingTimesMs(corridor)[direction]
  const windows = windowsOf(corridor, CYCLE, { direction, timings: timingsNow(corridor, offsets), passing })
  return windows.flatMap((window, index): readonly SeenJunction[] => {
    if (!window) return []
    const passingMs = passing[index] ?? 0
    const greens = Array.from({ length: 24 }, (_, nth): TimeSpan => {
      const fromMs = window.startMs + passingMs + (nth - 12) * window.periodMs
      return { fromMs, untilMs: fromMs + window.lengthMs }
    })
    return [{ ...NO_GAPS, greens, passingMs }]
  })
}

const anyStreet = fc
  .record({ seed: fc.nat(), junctions: fc.integer({ min: 2, max: 7 }), unequal: fc.boolean() })
  .map(({ seed, ...kind }) => {
    const random = seeded(seed)
    const corridor = randomCorridor({ ...kind, cycle: CYCLE }, random)
    return { corridor, offsets: corridor.map(() => Math.floor(random() * CYCLE)) }
  })

describe('the band that is seen', () => {
  it('is the planned one in each cycle, wherever cycles are cut, when controllers follow their settings', () => {
    fc.assert(
      fc.property(anyStreet, fc.integer({ min: -90_000, max: 90_000 }), ({ corridor, offsets }, cutMs) => {
        const bands = bandsOf(corridor, CYCLE, timingsNow(corridor, offsets))
        for (const direction of DIRECTIONS) {
          const plannedMs = bands.byDirection[direction]?.arc?.widthMs ?? 0
          const cycle = { fromMs: cutMs, untilMs: cutMs + CYCLE * 1000 }
          const seen = seenBand(street(corridor, direction, offsets), cycle)
          expect(seen).toEqual({ leastMs: plannedMs, mostMs: plannedMs })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('lies between what is seen at least and at most, whatever nobody saw', () => {
    const anyGap = fc.record({
      fromMs: fc.integer({ min: -200_000, max: 200_000 }),
      ms: fc.integer({ min: 1, max: 60_000 }),
    })
    fc.assert(
      fc.property(anyStreet, fc.array(fc.tuple(fc.nat(6), anyGap), { maxLength: 6 }), ({ corridor, offsets }, gaps) => {
        const whole = street(corridor, 'outbound', offsets)
        const partly = gaps.reduce((all, [place, { fromMs, ms }]) => {
          const gap = { fromMs, untilMs: fromMs + ms }
          return all.map((one, index) => (index === place % all.length ? unseen(one, gap) : one))
        }, whole)
        const cycle = { fromMs: 0, untilMs: CYCLE * 1000 }
        const { leastMs } = seenBand(whole, cycle)
        const seen = seenBand(partly, cycle)
        expect(seen.leastMs).toBeLessThanOrEqual(leastMs)
        expect(seen.mostMs).toBeGreaterThanOrEqual(seen.leastMs)
        if (gaps.length === 0) expect(seen).toEqual({ leastMs, mostMs: leastMs })
      }),
      { numRuns: 60 },
    )
  })

  it('is none where one junction is green in the wrong moment, and nobody knows where one is not seen', () => {
    const green = (fromMs: number): SeenJunction => ({
      ...{ ...NO_GAPS, passingMs: 0 },
      greens: [0, 1, 2].map((nth) => ({ fromMs: fromMs + nth * 60_000, untilMs: fromMs + nth * 60_000 + 20_000 })),
    })
    const cycle = { fromMs: 60_000, untilMs: 120_000 }
    expect(seenBand([green(5000), green(5000)], cycle)).toEqual({ leastMs: 20_000, mostMs: 20_000 })
    expect(seenBand([green(5000), green(35_000)], cycle)).toEqual({ leastMs: 0, mostMs: 0 })
    const never = { passingMs: 0, greens: [], gaps: [{ fromMs: -Infinity, untilMs: Infinity }] }
    expect(seenBand([green(5000), never], cycle)).toEqual({ leastMs: 0, mostMs: 20_000 })
  })
})

/** Returns a junction of which nobody saw a span. */
function unseen({ greens, gaps, passingMs }: SeenJunction, gap: TimeSpan): SeenJunction {
  const rest = greens.flatMap(({ fromMs, untilMs }) =>
    [
      { fromMs, untilMs: Math.min(untilMs, gap.fromMs) },
      { fromMs: Math.max(fromMs, gap.untilMs), untilMs },
    ].filter((part) => part.fromMs < part.untilMs),
  )
  return { passingMs, greens: rest, gaps: [...gaps, gap] }
}
