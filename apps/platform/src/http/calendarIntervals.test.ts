import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarIntervals, isTimeZone } from './calendarIntervals.ts'

const at = (text: string): number => Date.parse(text)

describe('calendar intervals', () => {
  it('end where a month ends in the time zone', () => {
    expect(
      calendarIntervals(at('2026-01-15T00:00:00Z'), at('2026-03-10T00:00:00Z'), 'MONTH', 'Asia/Ho_Chi_Minh', 700),
    ).toEqual([
      [at('2026-01-15T00:00:00Z'), at('2026-01-31T17:00:00Z')],
      [at('2026-01-31T17:00:00Z'), at('2026-02-28T17:00:00Z')],
      [at('2026-02-28T17:00:00Z'), at('2026-03-10T00:00:00Z')],
    ])
  })

  it.each([
    ['WEEK', '2026-01-04T00:00:00Z'],
    ['WEEK_ISO', '2026-01-05T00:00:00Z'],
    ['MONTH', '2026-02-01T00:00:00Z'],
    ['QUARTER', '2026-04-01T00:00:00Z'],
  ] as const)('of kind %s first end at %s', (type, border) => {
    const [first] = calendarIntervals(at('2026-01-02T12:00:00Z'), at('2026-12-01T00:00:00Z'), type, 'UTC', 700) ?? []
    expect(first).toEqual([at('2026-01-02T12:00:00Z'), at(border)])
  })

  it('follow the clocks when they change', () => {
    const [week] =
      calendarIntervals(
        at('2026-03-23T00:00:00+01:00'),
        at('2026-05-01T00:00:00Z'),
        'WEEK_ISO',
        'Europe/Berlin',
        700,
      ) ?? []
    expect(week?.[1]).toBe(at('2026-03-30T00:00:00+02:00'))
  })

  it('are undefined when there are too many', () => {
    expect(calendarIntervals(0, at('2026-01-01T00:00:00Z'), 'WEEK', 'UTC', 700)).toBeUndefined()
  })

  it('join without gap or overlap from start to end, whatever the zone', () => {
    const zones = ['UTC', 'Asia/Ho_Chi_Minh', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: at('2040-01-01T00:00:00Z') }),
        fc.integer({ min: 1, max: 2 * 365 * 86_400_000 }),
        fc.constantFrom('WEEK', 'WEEK_ISO', 'MONTH', 'QUARTER'),
        fc.constantFrom(...zones),
        (start, length, type, zone) => {
          const intervals = calendarIntervals(start, start + length, type, zone, 700) ?? []
          const borders = [start, ...intervals.map(([, to]) => to)]
          expect(intervals.map(([from]) => from)).toEqual(borders.slice(0, -1))
          expect(borders.at(-1)).toBe(start + length)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('know time zones by name', () => {
    expect([isTimeZone('Asia/Ho_Chi_Minh'), isTimeZone('Mars/Olympus')]).toEqual([true, false])
  })
})
