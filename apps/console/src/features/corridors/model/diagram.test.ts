import { packLamps, QUARTER_MS, QUARTER_SECONDS, type Quarter } from '@greenwave/observer/replay/quarter'
import { describe, expect, it } from 'vitest'
import { diagramLayout } from './diagramLayout.ts'
import { markedSpans } from './greenSpans.ts'

describe('the layout of a diagram', () => {
  it('has the first junction lowest, rows apart by their distances, and time from left to right', () => {
    const { rows, x, secondsOf, left, right, height } = diagramLayout(1000, [0, 100, 400], { fromS: 90, toS: 270 })
    const [first = 0, second = 0, third = 0] = rows
    expect(first).toBeGreaterThan(second)
    expect(second - third).toBeGreaterThan(first - second)
    expect(first).toBeLessThan(height)
    expect([x(90), Math.round(x(270))]).toEqual([left, right])
    expect(secondsOf(x(100) - x(90))).toBeCloseTo(10)
  })

  it('keeps rows apart on a phone, where names stand above them', () => {
    const { rows, isNarrow, left } = diagramLayout(360, [0, 1, 2000], { fromS: 0, toS: 180 })
    expect([isNarrow, left]).toEqual([true, 4])
    expect((rows[0] ?? 0) - (rows[1] ?? 0)).toBeGreaterThanOrEqual(60)
  })
})

describe('the marks of what the street showed', () => {
  const ALL = 0b111_111_111
  const lamps = new Uint32Array(QUARTER_SECONDS)
  const put = (fromS: number, untilS: number, lit: number, known = ALL, notShown = 0) =>
    lamps.fill(packLamps(lit, known, notShown), fromS, untilS)
  const [RED, GREEN] = [0b001, 0b100]
  put(10, 40, GREEN)
  put(40, 70, RED)
  put(50, 51, 0, 0)
  put(75, 80, GREEN)
  put(80, 90, 0)
  put(90, 98, 0, ALL & ~0b111, 0b111)
  put(98, 100, GREEN)
  put(100, 102, RED)
  put(102, 103, 0, ALL & ~0b111, 0b111)
  put(103, 105, RED | GREEN)
  const quarter: Quarter = {
    ...{ startMs: 0, source: 'samples', lamps, clockMs: new Float64Array(), counts: null, takenMs: null },
  }
  const marksIn = (fromMs: number, untilMs: number) =>
    markedSpans((startMs) => (startMs === 0 ? quarter : undefined), 1, { fromMs, untilMs }).map(
      ({ state, ...span }) => `${state} ${span.fromMs / 1000}-${span.untilMs / 1000}`,
    )

  it('tell green, not shown, dark and no data apart, and all of them from red', () => {
    expect(marksIn(0, 105_000)).toEqual([
      ...[
        'noData 0-10',
        'green 10-40',
        'noData 50-51',
        'noData 70-75',
        'green 75-80',
        'dark 80-90',
        'notShown 90-98',
        'green 98-100',
      ],
      'notShown 102-103',
    ])
  })

  it('end with what is shown, and wait for seconds whose sample is on its way', () => {
    expect(marksIn(20_500, 30_000)).toEqual(['green 20-30'])
    expect([marksIn(76_000, 107_000).at(-1), marksIn(76_000, 108_000).at(-1)]).toEqual([
      'notShown 102-103',
      'noData 105-108',
    ])
    expect(marksIn(QUARTER_MS, QUARTER_MS + 60_000)).toEqual([`noData 900-960`])
  })
})
