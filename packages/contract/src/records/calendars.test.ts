import { describe, expect, it } from 'vitest'
import { isCalendarDate, MOST_CALENDAR_RULES, parseCalendar, parseKinds } from './calendars.ts'

const KINDS = [{ id: 'working', name: 'Ngày làm việc', color: 'grey' }]
const SUNDAY = { on: 'weekdays', days: [7], kind: 'working' }
const problemsOf = (rule: object) =>
  parseCalendar({ kinds: KINDS, rules: [SUNDAY, rule] }).problems?.map(
    ({ path, problem }) => `${path.join('.')} ${problem}`,
  )

describe('a calendar', () => {
  it('is read with what was left out', () => {
    const { record } = parseCalendar({ kinds: KINDS, rules: [SUNDAY] })
    expect(record).toMatchObject({ dayBegins: '03:00', junctions: [], rules: [{ ...SUNDAY, every: 1 }] })
    const tet = { on: 'lunar', month: 1, day: 1, after: 3, kind: 'working' }
    expect(parseCalendar({ kinds: KINDS, rules: [tet] }).record?.rules).toEqual([{ ...tet, before: 0 }])
  })

  it('is refused with the place and the fix', () => {
    expect(problemsOf({ on: 'date', date: '2026-02-30', kind: 'working' })).toEqual([
      'rules.1.date is "2026-02-30": give a date from 2000 to 2100 that exists, such as 2026-11-28',
    ])
    expect(problemsOf({ on: 'weekdays', days: [8], kind: 'working' })).toEqual([
      'rules.1.days.0 is 8: give a whole number from 1 to 7',
    ])
    expect(problemsOf({ on: 'lunar', month: 1, kind: 'working' })).toEqual([
      'rules.1.day is missing: give a whole number from 1 to 30',
    ])
    expect(problemsOf({ ...SUNDAY, kind: 'sunday' })).toEqual(['rules.1.kind is "sunday": give one of working'])
    expect(problemsOf({ ...SUNDAY, every: 2 })).toEqual([
      'rules.1.since is missing: give a date in the first week that counts',
    ])
    expect(problemsOf({ ...SUNDAY, evry: 2 })).toEqual(['rules.1.evry is unknown: leave it out'])
    expect(problemsOf({ on: 'span', from: '2026-11-28', until: '2026-11-27', kind: 'working' })).toEqual([
      'rules.1.until is "2026-11-27": give a time after 2026-11-28',
    ])
    expect(problemsOf({ on: 'solar', month: 2, day: 30, kind: 'working' })).toEqual([
      'rules.1.day is 30: month 2 has fewer days',
    ])
    expect(problemsOf({ on: 'moon', kind: 'working' })?.[0]).toContain('give a member "on"')
    expect(
      problemsOf({ on: 'hand', from: '2026-11-27T18:00', until: '2026-11-27T24:00', kind: 'working' })?.[0],
    ).toContain('rules.1.until is "2026-11-27T24:00": give a local time')
  })

  it('is refused with two kinds of one id, too many rules, or as another thing', () => {
    const rules = Array.from({ length: MOST_CALENDAR_RULES + 1 }, () => SUNDAY)
    expect(parseCalendar({ kinds: KINDS, rules }).problems?.[0]?.problem).toContain('give at most 300 rules')
    expect(parseCalendar({ kinds: [...KINDS, ...KINDS], rules: [] }).problems?.[0]?.path).toEqual(['kinds', 1, 'id'])
    for (const odd of [undefined, null, 'text', [], {}]) expect(parseCalendar(odd).problems).toBeDefined()
    const junctions = Array.from({ length: 4000 }, (_, nth) => `${nth}`.padStart(80, '0'))
    expect(parseCalendar({ kinds: KINDS, rules: [], junctions }).problems?.[0]?.problem).toContain('250000 characters')
  })
})

describe('the settings of each kind', () => {
  it('have the same keys, so that each day sets all that another day changed', () => {
    expect(parseKinds({ a: { P1_HH: 5 }, b: { P1_HH: 6 } }).record).toEqual({ a: { P1_HH: 5 }, b: { P1_HH: 6 } })
    expect(parseKinds({ a: { P1_HH: 5, Pr1_X1: 30 }, b: { P1_HH: 6 } }).problems).toEqual([
      { path: ['b', 'Pr1_X1'], problem: 'is missing: another kind sets it, so give it in each' },
    ])
  })

  it('are refused where a value is no whole number, or a name none', () => {
    expect(parseKinds({ a: { P1_HH: '5' } }).problems?.[0]).toMatchObject({ path: ['a', 'P1_HH'] })
    for (const odd of [undefined, 5, { A: {} }, { a: 5 }, { a: { 'P1 HH': 5 } }])
      expect(parseKinds(odd).problems).toBeDefined()
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, nth) => [`k${nth}`, {}]))
    expect(parseKinds(many).problems).toBeDefined()
  })
})

it('a date is one that exists', () => {
  expect(
    ['2026-11-28', '2028-02-29', '2027-02-29', '1999-12-31', '2101-01-01', '28/11/2026'].filter(isCalendarDate),
  ).toEqual([...['2026-11-28', '2028-02-29']])
})
