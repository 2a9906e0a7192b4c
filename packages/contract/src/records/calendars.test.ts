import { describe, expect, it } from 'vitest'
import {
  isCalendarDate,
  MOST_CALENDAR_RULES,
  parseCalendar,
  parseCalendarAsset,
  parseJunctionKinds,
  parseKinds,
  writeCalendar,
} from './calendars.ts'
import { parseKindNote } from './kindNotes.ts'

const KINDS = [{ id: 'working', name: 'Ngày làm việc', color: 'grey' }]
const SUNDAY = { on: 'weekdays', days: [7], kind: 'working' }
const problemsOf = (rule: object) =>
  parseCalendar({ kinds: KINDS, rules: [SUNDAY, rule] }).problems?.map(
    ({ path, problem }) => `${path.join('.')} ${problem}`,
  )

describe('a calendar', () => {
  it('is read with what was left out', () => {
    const { record } = parseCalendar({ kinds: KINDS, rules: [SUNDAY] })
    expect(record).toMatchObject({ key: 'city', dayBegins: '03:00', rules: [{ ...SUNDAY, every: 1 }] })
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
    const junctions = Array.from({ length: 800 }, (_, nth) => `${nth}`.padStart(80, '0'))
    expect(parseCalendar({ kinds: KINDS, rules: [{ ...SUNDAY, junctions }] }).problems?.[0]?.problem).toContain(
      '60000 characters',
    )
  })

  it('is kept among the notes of its asset, beside other notes', () => {
    const { record } = parseCalendar({ key: 'quan-7', kinds: KINDS, rules: [SUNDAY] })
    if (!record) throw new Error('not read')
    const additionalInfo = writeCalendar({ description: 'Lịch' }, record)
    expect(additionalInfo.description).toBe('Lịch')
    expect(parseCalendarAsset({ additionalInfo }).record).toEqual(record)
    expect(parseCalendarAsset({ additionalInfo: 'notes' }).problems).toBeDefined()
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

  it('name their calendar at a junction, as JSON and as text', () => {
    const kinds = { calendar: 'city', kinds: { a: { P1_HH: 5 } } }
    expect(parseJunctionKinds(kinds)).toEqual(kinds)
    expect(parseJunctionKinds(JSON.stringify(kinds))).toEqual(kinds)
    for (const odd of [undefined, '', 'text', { kinds: {} }, { ...kinds, kinds: { a: { P1_HH: 'x' } } }])
      expect(parseJunctionKinds(odd)).toBeUndefined()
  })
})

it('the kind of day of a junction is read tolerantly', () => {
  const note = { kind: 'saturday', name: 'Thứ bảy', slot: '2026-11-28T03:00', state: 'sent', at: 7, later: true }
  const rest = { rule: '', on: '', by: '', calendar: '', next: null }
  const { later: _, ...kept } = note
  expect(parseKindNote(JSON.stringify(note))).toEqual({ ...kept, ...rest })
  expect(parseKindNote({ ...note, state: 'odd', next: 'soon' })).toEqual({ ...kept, ...rest, state: 'none' })
  expect(parseKindNote('')).toBeUndefined()
})

it('a date is one that exists', () => {
  expect(
    ['2026-11-28', '2028-02-29', '2027-02-29', '1999-12-31', '2101-01-01', '28/11/2026'].filter(isCalendarDate),
  ).toEqual([...['2026-11-28', '2028-02-29']])
})
