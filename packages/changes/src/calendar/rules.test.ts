import { type Calendar, type CalendarRule, parseCalendar } from '@greenwave/contract/records/calendars'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOfDay, dayOfDate, daysOfYear, parseLocalMinute, weekdayOf } from './dates.ts'
import { lunarDateOf } from './lunarDate.ts'
import { vietnamHolidays, weekRules } from './presets.ts'
import { forgottenDays, ruleAt, ruleOn } from './rules.ts'

const IDS = ['working', 'saturday', 'sunday', 'holiday', 'tet', 'market']
const WEEK = weekRules({ working: 'working', saturday: 'saturday', sunday: 'sunday' })
const HOLIDAYS = vietnamHolidays({ holiday: 'holiday', tet: 'tet' })
const calendarOf = (...rules: readonly object[]): Calendar => {
  const kinds = IDS.map((id) => ({ id, name: id, color: 'grey' }))
  const { record, problems } = parseCalendar({ kinds, rules })
  if (!record) throw new Error(JSON.stringify(problems))
  return record
}
const datesOf = (calendar: Calendar, year: number, kind: string) =>
  daysOfYear(year)
    .filter((day) => ruleOn(calendar, day)?.kind === kind)
    .map(dateOfDay)

describe('the rule of a day', () => {
  it('is the first that matches', () => {
    const market = { on: 'span', from: '2026-11-27', until: '2026-11-28', kind: 'market' }
    expect(ruleOn(calendarOf(market, ...WEEK), dayOfDate('2026-11-28'))?.kind).toBe('market')
    expect(ruleOn(calendarOf(...WEEK, market), dayOfDate('2026-11-28'))?.kind).toBe('saturday')
    expect(ruleOn(calendarOf(market, ...WEEK), dayOfDate('2026-11-29'))?.kind).toBe('sunday')
    expect(ruleOn(calendarOf(market), dayOfDate('2026-11-29'))).toBeUndefined()
  })

  it('matches weekdays every second week, counted from a week, also before it', () => {
    const calendar = calendarOf({ on: 'weekdays', days: [1, 7], every: 2, since: '2026-11-25', kind: 'market' })
    const november = datesOf(calendar, 2026, 'market').filter((date) => date.startsWith('2026-11'))
    expect(november).toEqual(['2026-11-01', '2026-11-09', '2026-11-15', '2026-11-23', '2026-11-29'])
  })

  it('matches a yearly date with the days around it, over the end of a year', () => {
    const calendar = calendarOf({ on: 'solar', month: 1, day: 1, before: 2, after: 1, kind: 'holiday' })
    expect(datesOf(calendar, 2026, 'holiday')).toEqual(['2026-01-01', '2026-01-02', '2026-12-30', '2026-12-31'])
    const leap = calendarOf({ on: 'solar', month: 2, day: 29, kind: 'holiday' })
    expect([2027, 2028].flatMap((year) => datesOf(leap, year, 'holiday'))).toEqual(['2027-02-28', '2028-02-29'])
  })

  it('matches a lunar date once a year, also in a year with a leap month of that number', () => {
    const calendar = calendarOf({ on: 'lunar', month: 3, day: 10, kind: 'holiday' })
    // 2031 has a leap month 3.
    expect(datesOf(calendar, 2031, 'holiday')).toEqual(['2031-04-01'])
    expect(datesOf(calendar, 2026, 'holiday')).toEqual(['2026-04-26'])
  })

  it('holds for the junctions that it names alone', () => {
    const calendar = calendarOf({ ...{ on: 'date', date: '2026-11-27' }, kind: 'market', junctions: ['A'] }, ...WEEK)
    const day = dayOfDate('2026-11-27')
    expect(ruleOn(calendar, day, 'A')?.kind).toBe('market')
    expect(ruleOn(calendar, day, 'B')?.kind).toBe('working')
  })

  it('begins with the day at 03:00, and by hand at its own minutes', () => {
    const hand = { on: 'hand', from: '2026-11-27T14:00', until: '2026-11-28T18:00', kind: 'market' }
    const calendar = calendarOf(hand, ...WEEK)
    const kindAt = (minute: string) => ruleAt(calendar, parseLocalMinute(minute))?.kind
    expect(kindAt('2026-11-27T13:59')).toBe('working')
    expect(kindAt('2026-11-27T14:00')).toBe('market')
    expect(kindAt('2026-11-28T17:59')).toBe('market')
    expect(kindAt('2026-11-28T18:00')).toBe('saturday')
    expect(kindAt('2026-11-29T02:59')).toBe('saturday')
    expect(kindAt('2026-11-29T03:00')).toBe('sunday')
  })

  const anyDay = fc.integer({ min: dayOfDate('2001-01-01'), max: dayOfDate('2099-12-31') })
  it('of a yearly lunar date matches exactly the days around that date', () => {
    const around = fc.integer({ min: 0, max: 5 })
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 29 }),
        around,
        around,
        (...args) => {
          const [day, month, lunarDay, before, after] = args
          const rule = { on: 'lunar', month, day: lunarDay, before, after, kind: 'holiday' }
          const near = Array.from({ length: before + after + 1 }, (_, nth) => lunarDateOf(day - after + nth))
          const expected = near.some((one) => one.month === month && one.day === lunarDay && !one.isLeap)
          expect(ruleOn(calendarOf(rule), day) !== undefined).toBe(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is one for each day where the week has rules', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const kind = ruleOn(calendarOf(...WEEK), day)?.kind
        expect(kind).toBe(weekdayOf(day) === 7 ? 'sunday' : weekdayOf(day) === 6 ? 'saturday' : 'working')
        expect(new Date(day * 86_400_000).getUTCDay() % 7).toBe(weekdayOf(day) % 7)
      }),
    )
  })
})

describe('the public holidays of Vietnam', () => {
  it('are those of 2026 by law', () => {
    const calendar = calendarOf(...HOLIDAYS, ...WEEK)
    expect(datesOf(calendar, 2026, 'tet')).toEqual([
      ...['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20'],
    ])
    expect(datesOf(calendar, 2026, 'holiday')).toEqual([
      ...['2026-01-01', '2026-04-26', '2026-04-30', '2026-05-01', '2026-09-01', '2026-09-02'],
    ])
  })
})

describe('forgotten days', () => {
  const rule = (date: string): CalendarRule => ({ on: 'date', date, kind: 'holiday' })

  it('are none with rules for the week and the holidays', () => {
    expect(forgottenDays(calendarOf(...HOLIDAYS, ...WEEK), 2026)).toEqual([])
  })

  it('are the days without a rule, and the holidays that only the week has', () => {
    const weekend = WEEK.filter(({ kind }) => kind !== 'working')
    expect(forgottenDays(calendarOf(...HOLIDAYS, ...weekend), 2026)).toHaveLength(251)
    const found = forgottenDays(calendarOf(rule('2026-01-01'), ...WEEK), 2026)
    expect(found.filter(({ why }) => why === 'holiday')).toHaveLength(10)
    expect(found[0]).toEqual({ day: dayOfDate('2026-02-16'), why: 'holiday', holiday: 'Tết', kind: 'working' })
  })
})
