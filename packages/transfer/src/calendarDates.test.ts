import { dateOfDay, daysOfYear } from '@greenwave/changes/calendar/dates'
import { vietnamHolidays, weekRules } from '@greenwave/changes/calendar/presets'
import { ruleOn } from '@greenwave/changes/calendar/rules'
import type { Calendar } from '@greenwave/contract/records/calendars'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCalendarDates, writeCalendarDates } from './calendarDates.ts'
import { describeProblem } from './fileProblem.ts'

const KINDS: Calendar['kinds'] = [
  { id: 'working', name: 'Ngày làm việc', color: 'grey' },
  { id: 'saturday', name: 'Saturday', color: 'blue' },
  { id: 'sunday', name: 'Sunday', color: 'indigo' },
  { id: 'holiday', name: 'Nghỉ lễ; lớn, rất lớn', color: 'amber' },
  { id: 'tet', name: 'Tết', color: 'red' },
]
const RULES = [
  ...vietnamHolidays({ holiday: 'holiday', tet: 'tet' }),
  ...weekRules({ working: 'working', saturday: 'saturday', sunday: 'sunday' }),
]
const years = { from: 2026, until: 2027 }
const read = (text: string, kind?: string) => {
  const { rules, problems } = parseCalendarDates(text, { kinds: KINDS, kind, years })
  return { rules, problems: problems.map((problem) => describeProblem(problem)) }
}
const ics = (...events: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event.split('|'), 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

describe('dates as CSV', () => {
  it('become rules, with the kinds by id or name', () => {
    const text = 'date,until,kind,name\n2026-11-27,2026-11-28,holiday,Market\n2026-12-24,,Tết,\n'
    expect(read(text)).toEqual({
      rules: [
        { on: 'span', from: '2026-11-27', until: '2026-11-28', kind: 'holiday', name: 'Market' },
        { on: 'date', date: '2026-12-24', kind: 'tet' },
      ],
      problems: [],
    })
    expect(read('date\n2026-12-24\n', 'tet').rules).toEqual([{ on: 'date', date: '2026-12-24', kind: 'tet' }])
  })

  it('have each problem with its line, and the other lines are read', () => {
    const text =
      'date,until,kind\n2026-02-30,,tet\n2026-11-28,2026-11-27,tet\n2026-11-28,,feast\n2026-11-28,,\n2026-11-29,,tet\n'
    expect(read(text)).toEqual({
      rules: [{ on: 'date', date: '2026-11-29', kind: 'tet' }],
      problems: [
        'line 2, date: "2026-02-30" is not a date of 2000 to 2100: give one such as 2026-11-28',
        'line 3, until: 2026-11-27 is before 2026-11-28: exchange them',
        'line 4, kind: "feast" is not a kind of this calendar: give one of working, saturday, sunday, holiday, tet',
        'line 5, kind: is empty: give a value',
      ],
    })
    expect(read('day,kind\n').problems).toEqual([
      'line 1, day: nothing has this name: leave it out, or give one of date, from, until, kind, name',
      'line 1, date: this column is missing: add it to the first line',
    ])
  })
})

describe('dates as iCalendar', () => {
  it('become rules: days, several days, times, folded lines, and recurrences in the years given', () => {
    const text = ics(
      'DTSTART;VALUE=DATE:20261127|DTEND;VALUE=DATE:20261129|SUMMARY:Chợ|  phiên|CATEGORIES:TRAVEL,holiday',
      'DTSTART;TZID=Asia/Ho_Chi_Minh:20261224T190000|DTEND;TZID=Asia/Ho_Chi_Minh:20261225T000000|SUMMARY:Match|CATEGORIES:holiday',
      'DTSTART:20261230T180000Z|SUMMARY:In Vietnam it is the 31st|CATEGORIES:holiday',
      'DTSTART;VALUE=DATE:20200902|RRULE:FREQ=YEARLY|CATEGORIES:holiday',
      'DTSTART;VALUE=DATE:20260101|STATUS:CANCELLED|CATEGORIES:holiday',
    )
    expect(read(text)).toEqual({
      rules: [
        { on: 'span', from: '2026-11-27', until: '2026-11-28', kind: 'holiday', name: 'Chợ phiên' },
        { on: 'date', date: '2026-12-24', kind: 'holiday', name: 'Match' },
        { on: 'date', date: '2026-12-31', kind: 'holiday', name: 'In Vietnam it is the 31st' },
        { on: 'date', date: '2026-09-02', kind: 'holiday' },
        { on: 'date', date: '2027-09-02', kind: 'holiday' },
      ],
      problems: [],
    })
  })

  it('have each problem with the line of its event, and the other events are read', () => {
    const text = ics(
      'SUMMARY:No day',
      'DTSTART;VALUE=DATE:20261127|CATEGORIES:TRAVEL',
      'DTSTART;VALUE=DATE:20261128|CATEGORIES:tet',
    )
    expect(read(text)).toEqual({
      rules: [{ on: 'date', date: '2026-11-28', kind: 'tet' }],
      problems: [
        'line 3, DTSTART: is empty: give a value',
        'line 6, kind: "TRAVEL" is not a kind of this calendar: give one of working, saturday, sunday, holiday, tet',
      ],
    })
    expect(read(text, 'holiday').rules).toHaveLength(2)
    expect(read('BEGIN:VCALENDAR\nBEGIN:VEVENT\n').problems).toEqual(['line 2: has no END:VEVENT'])
    expect(read('BEGIN:VCALENDAR\nEND:VCALENDAR\n').problems).toEqual(['line 1: has no events'])
    expect(read(ics('DTSTART;VALUE=DATE:2026112')).problems[0]).toMatch(/^line 3/)
  })

  it('never expand one without end', () => {
    const daily = ics('DTSTART;VALUE=DATE:20260101|RRULE:FREQ=DAILY|CATEGORIES:tet')
    expect(read(daily).problems).toEqual(['line 1: the file has more than 300 entries: divide it'])
  })

  it('give the kinds of a year back as they were written', () => {
    const order = fc.shuffledSubarray(RULES, { minLength: 1 })
    fc.assert(
      fc.property(order, fc.integer({ min: 2024, max: 2050 }), (rules, year) => {
        const calendar: Calendar = { key: 'city', dayBegins: '03:00', kinds: KINDS, rules: [...rules] }
        const { rules: again, problems } = parseCalendarDates(writeCalendarDates(calendar, year), {
          kinds: KINDS,
          years,
        })
        expect(problems).toEqual([])
        const kindsOf = (of: Pick<Calendar, 'rules' | 'dayBegins'>) =>
          daysOfYear(year).map((day) => `${dateOfDay(day)} ${ruleOn(of, day)?.kind}`)
        expect(kindsOf({ dayBegins: '03:00', rules: [...again] })).toEqual(kindsOf(calendar))
      }),
      { numRuns: 10 },
    )
  })
})
