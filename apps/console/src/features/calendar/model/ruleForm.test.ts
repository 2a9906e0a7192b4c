import type { CalendarRule } from '@greenwave/contract/records/calendars'
import { describe, expect, it } from 'vitest'
import { newCalendar, withMoved } from './newCalendar.ts'
import { ruleOf, ruleValues } from './ruleForm.ts'

const CALENDAR = newCalendar(String, String)
const BIWEEKLY = { on: 'weekdays', days: [6, 7], every: 2, since: '2026-11-28', kind: 'market' } as const

describe('the form of a rule', () => {
  it('gives each rule back as it was', () => {
    const kinds = [...CALENDAR.kinds, { id: 'market', name: 'Market', color: 'violet' as const }]
    const calendar = { ...CALENDAR, kinds }
    const span = { on: 'span', from: '2026-12-01', until: '2026-12-03', kind: 'market', name: 'Fair' } as const
    const rules: readonly CalendarRule[] = [...CALENDAR.rules, { ...BIWEEKLY, days: [6, 7] }, span]
    for (const rule of rules) expect(ruleOf(calendar, ruleValues(calendar, rule), undefined)).toEqual({ rule })
  })

  it('names the fields that are not valid, and keeps the junctions of a rule', () => {
    const values = ruleValues(CALENDAR, undefined)
    expect(ruleOf(CALENDAR, values, undefined)).toEqual({ wrong: ['date'] })
    expect(ruleOf(CALENDAR, { ...values, on: 'weekdays' }, undefined)).toEqual({ wrong: ['days'] })
    expect(ruleOf(CALENDAR, { ...values, on: 'lunar', day: '31' }, undefined)).toEqual({ wrong: ['day'] })
    expect(ruleOf(CALENDAR, { ...values, on: 'weekdays', days: '6', every: '2' }, undefined)).toEqual({
      wrong: ['since'],
    })
    expect(ruleOf(CALENDAR, { ...values, date: '2026-12-24' }, ['A'])).toMatchObject({ rule: { junctions: ['A'] } })
  })
})

it('a rule is moved up or down, and stays at the ends', () => {
  const [first, second, ...rest] = CALENDAR.rules as [CalendarRule, CalendarRule, ...CalendarRule[]]
  expect(withMoved(CALENDAR.rules, 0, 1)).toEqual([second, first, ...rest])
  expect(withMoved(CALENDAR.rules, 1, -1)).toEqual([second, first, ...rest])
  expect(withMoved(CALENDAR.rules, 0, -1)).toEqual(CALENDAR.rules)
})
