import { packLamps, QUARTER_MS, QUARTER_SECONDS, type Quarter } from '@greenwave/observer/replay/quarter'
import { describe, expect, it } from 'vitest'
import { diagramLayout } from './diagramLayout.ts'
import { greenSpans, unknownSpans } from './greenSpans.ts'

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

describe('the greens that the street showed', () => {
  const GREEN_1 = packLamps(0b100, 0b111_111_111)
  const RED_1 = packLamps(0b001, 0b111_111_111)
  const lamps = new Uint32Array(QUARTER_SECONDS)
  lamps.fill(GREEN_1, 10, 40)
  lamps.fill(RED_1, 40, 70)
  lamps.fill(GREEN_1, 75, 80)
  const quarter: Quarter = {
    ...{ startMs: 0, source: 'samples', lamps, clockMs: new Float64Array(), counts: null, takenMs: null },
  }
  const spansIn = (fromMs: number, untilMs: number) =>
    greenSpans((startMs) => (startMs === 0 ? quarter : undefined), 1, { fromMs, untilMs })

  it('end where another lamp was lit or nothing is known, and at the ends of what is shown', () => {
    expect(spansIn(0, 100_000)).toEqual([
      { fromMs: 10_000, untilMs: 40_000 },
      { fromMs: 75_000, untilMs: 80_000 },
    ])
    expect(spansIn(20_500, 30_000)).toEqual([{ fromMs: 20_000, untilMs: 30_000 }])
    expect(spansIn(QUARTER_MS, QUARTER_MS + 60_000)).toEqual([])
  })

  it('are not mistaken for red where nothing is known, but for the seconds whose sample is on its way', () => {
    const unknownIn = (fromMs: number, untilMs: number) =>
      unknownSpans((startMs) => (startMs === 0 ? quarter : undefined), 1, { fromMs, untilMs })
    expect(unknownIn(0, 82_000)).toEqual([
      { fromMs: 0, untilMs: 10_000 },
      { fromMs: 70_000, untilMs: 75_000 },
    ])
    expect(unknownIn(QUARTER_MS, QUARTER_MS + 60_000)).toEqual([{ fromMs: QUARTER_MS, untilMs: QUARTER_MS + 60_000 }])
  })
})
