import { describe, expect, it, test } from 'vitest'
import {
  daysLate,
  dueDay,
  type Inspection,
  inspectedOn,
  inspectionValues,
  notInspectedOn,
  parseInspections,
  withInspection,
  withoutInspection,
} from './inspections.ts'

const lamps = (more: Partial<Inspection> = {}): Inspection => ({
  ...{ name: 'Lamps', months: 6, from: '2026-12-01', last: null },
  ...more,
})
const cabinet = lamps({ name: 'Cabinet', months: 12 })

describe('an inspection is due', () => {
  it('on its first day, before it was done', () => {
    expect(dueDay(lamps())).toBe('2026-12-01')
  })

  it.each([
    ['2026-11-29', 6, '2027-05-29'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2026-01-15', 120, '2036-01-15'],
  ])('so many months after it was done on %s', (last, months, due) => {
    expect(dueDay(lamps({ from: '2020-01-01', last, months }))).toBe(due)
  })

  it('not before a first day that was set later, so that it can be put off', () => {
    expect(dueDay(lamps({ last: '2026-11-29', from: '2027-09-01' }))).toBe('2027-09-01')
  })
})

test('it is late from the day after', () => {
  expect(['2026-11-30', '2026-12-01', '2026-12-02', '2027-12-01'].map((day) => daysLate('2026-12-01', day))).toEqual([
    ...[-1, 0, 1, 365],
  ])
})

test('planning one keeps when it was done last, and the others', () => {
  const before = [lamps({ last: '2026-06-01' }), cabinet]
  expect(withInspection(before, { name: 'Lamps', months: 3, from: '2026-12-01' })).toEqual([
    cabinet,
    lamps({ last: '2026-06-01', months: 3 }),
  ])
  expect(withInspection([], { name: 'Lamps', months: 6, from: '2026-12-01' })).toEqual([lamps()])
  expect(withoutInspection(before, 'Lamps')).toEqual([cabinet])
})

describe('a work that is done', () => {
  it('sets the last day of its inspection alone', () => {
    expect(inspectedOn([lamps(), cabinet], 'Lamps', '2026-12-03')).toEqual([lamps({ last: '2026-12-03' }), cabinet])
  })

  it('changes nothing that was done later, or that is not planned', () => {
    const known = [lamps({ last: '2026-12-03' })]
    expect(inspectedOn(known, 'Lamps', '2026-12-02')).toBe(known)
    expect(inspectedOn(known, 'Lamps', '2026-12-03')).toBe(known)
    expect(inspectedOn(known, 'Cabinet', '2027-01-01')).toBe(known)
  })

  it('gives its day back when it is deleted: the last one is that of the other works', () => {
    const known = [lamps({ last: '2026-12-03' }), cabinet]
    expect(notInspectedOn(known, 'Lamps', '2026-12-03', [])).toEqual([lamps(), cabinet])
    const others = ['2026-06-01', '2025-12-01']
    expect(notInspectedOn(known, 'Lamps', '2026-12-03', others)).toEqual([lamps({ last: '2026-06-01' }), cabinet])
    expect(notInspectedOn(known, 'Lamps', '2026-06-01', ['2025-12-01'])).toBe(known)
    expect(notInspectedOn(known, 'Lamps', '2026-12-03', ['2026-12-03'])).toBe(known)
  })
})

test('the attributes name the first day on which one is due, and are none without inspections', () => {
  const all = [cabinet, lamps({ last: '2026-04-30' }), lamps({ name: 'Poles', from: '2026-11-30' })]
  expect(inspectionValues(all, (day) => Date.parse(`${day}T00:00Z`))).toEqual({
    gw_inspections: all,
    gw_inspection_due: Date.parse('2026-11-30T00:00Z'),
  })
  expect(inspectionValues([], () => 0)).toBeNull()
})

test('the attribute is read as JSON and as text, with other members; what cannot be read is left out', () => {
  const all = [lamps({ later: true }), cabinet]
  expect(parseInspections(all)).toEqual(all)
  expect(parseInspections(JSON.stringify(all))).toEqual(all)
  const odd = [null, 5, {}, lamps({ name: '' }), lamps({ months: 0 }), lamps({ months: 1.5 })]
  expect(parseInspections([...odd, lamps({ from: '2027-02-30' }), lamps({ from: 'soon' }), cabinet])).toEqual([cabinet])
  expect(parseInspections([lamps({ last: 'odd' })])).toEqual([lamps()])
  for (const none of [undefined, null, '', 'text', {}, 7]) expect(parseInspections(none)).toEqual([])
})
