import { describe, expect, test } from 'vitest'
import { DAY_MS, dateOf, daysOf, midnightOf, midnightOfDate, spanOf } from './days.ts'

/** Sunday 22 November 2026, 07:12 in Vietnam. */
const MORNING = Date.UTC(2026, 10, 22, 0, 12)

describe('local days', () => {
  test('begin at midnight of the controllers, whatever the zone of the computer', () => {
    expect(midnightOf(MORNING)).toBe(Date.UTC(2026, 10, 21, 17))
    expect(midnightOf(Date.UTC(2026, 10, 21, 17) - 1)).toBe(Date.UTC(2026, 10, 20, 17))
    expect(dateOf(MORNING)).toBe('2026-11-22')
    expect(midnightOfDate('2026-11-22')).toBe(midnightOf(MORNING))
  })

  test.each([
    ['day', '2026-11-22', '2026-11-22', 1],
    ['week', '2026-11-16', '2026-11-22', 7],
    ['month', '2026-11-01', '2026-11-30', 30],
  ] as const)('make a %s from %s to %s', (period, first, last, count) => {
    const days = daysOf(spanOf(period, MORNING))
    expect([days.length, ...[days[0], days.at(-1)].map((ms) => dateOf(ms ?? 0))]).toEqual([count, first, last])
  })

  test('follow one another without gaps over a year of months', () => {
    for (let ms = spanOf('month', MORNING).fromMs, nth = 0; nth < 12; nth += 1) {
      const { fromMs, untilMs } = spanOf('month', ms)
      expect(fromMs).toBe(ms)
      expect(daysOf({ fromMs, untilMs }).length * DAY_MS).toBe(untilMs - fromMs)
      ms = untilMs
    }
  })
})
