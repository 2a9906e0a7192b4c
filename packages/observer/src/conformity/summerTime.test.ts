import { DEFAULT_TIME_ZONE, setTimeZone } from '@greenwave/controller/timeZone'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countDay } from './countDay.ts'
import { dateOf, daysOf, midnightOf, midnightOfDate, nextMidnight, spanOf } from './days.ts'
import { playStreet, STREET_SETTINGS } from './testing/street.ts'

const HOUR_MS = 3_600_000
/** Summer time of Berlin begins and ends at these instants. */
const [SPRING, AUTUMN] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)]

beforeEach(() => setTimeZone('Europe/Berlin'))
afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

describe('local days of a zone with summer time', () => {
  test.each([
    ['2026-03-29', 23],
    ['2026-03-30', 24],
    ['2026-10-25', 25],
  ])('%s has %i h, and every instant of it that date', (date, hours) => {
    const fromMs = midnightOfDate(date)
    expect(nextMidnight(fromMs) - fromMs).toBe(hours * HOUR_MS)
    for (let ms = fromMs; ms < nextMidnight(fromMs); ms += 600_000) {
      expect([midnightOf(ms), dateOf(ms), nextMidnight(ms)]).toEqual([fromMs, date, fromMs + hours * HOUR_MS])
    }
  })

  test.each([
    ['week', '2026-03-23', '2026-03-29', 7],
    ['week', '2026-10-19', '2026-10-25', 7],
    ['month', '2026-03-01', '2026-03-31', 31],
    ['month', '2026-10-01', '2026-10-31', 31],
  ] as const)('make a %s from %s to %s', (period, first, last, count) => {
    const span = spanOf(period, midnightOfDate(last) + 1)
    expect(daysOf(span).map(dateOf)).toEqual(expect.arrayContaining([first, last]))
    expect([daysOf(span).length, dateOf(span.fromMs), dateOf(span.untilMs - 1)]).toEqual([count, first, last])
  })

  test('follow one another without gaps where midnight itself is skipped or comes twice', () => {
    for (const zone of ['America/Havana', 'Africa/Cairo', 'America/Santiago', 'Australia/Lord_Howe']) {
      setTimeZone(zone)
      const days = Array.from({ length: 366 }, (_, nth) => midnightOf(Date.UTC(2026, 0, 1, 12) + nth * 24 * HOUR_MS))
      expect(days.slice(1)).toEqual(days.slice(0, -1).map(nextMidnight))
      expect(new Set(days.map(dateOf)).size).toBe(366)
    }
  })
})

describe('(R8) (R9) a right junction while clocks are put forward or back', () => {
  /** A cycle of 70 s does not divide the hour: R8 cuts one cycle at the change. */
  const settings = { ...STREET_SETTINGS, P2_MM: 30, Pr1_X3: 5 }

  test.each([
    ['forward, a plan at 02:30', SPRING, 2, 1],
    ['back, a plan at 02:30', AUTUMN, 2, 3],
    ['forward, no plan', SPRING, 12, 0],
    ['back, no plan', AUTUMN, 12, 0],
  ])('%s: raises nothing, runs as programmed, and changes its plans on time', (_, changeMs, P2_HH, changes) => {
    const startMs = midnightOf(changeMs)
    const records = playStreet([{ seconds: 5 * 3600 }], startMs, { ...settings, P2_HH })
    const sums = countDay(records)
    expect(records.incidents).toEqual([])
    expect(sums.planChanges).toMatchObject({ onTime: changes, late: 0 })
    for (const { program, evaluated, asProgrammed } of sums.programs)
      expect([program, asProgrammed]).toEqual([program, evaluated])
    // All but the cycles in which R8 or a plan changed.
    const evaluated = sums.programs.reduce((sum, program) => sum + program.evaluated, 0)
    expect(evaluated).toBeGreaterThan(0.9 * sums.cycles)
  })
})
