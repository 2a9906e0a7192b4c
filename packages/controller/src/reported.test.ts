import { expect, test } from 'vitest'
import { readSettings, writeSettings } from './attributes.ts'
import { MODE_KEY, SETTING_KEYS } from './keys.ts'
import { askedFor, inEffect, reportInEffect, reportTaken } from './reported.ts'
import { EXAMPLE_SCHEDULE } from './testing/settings.ts'

test('(R14) what is in effect is what the controller reports, and what was asked for stands beside it', () => {
  const shared = { Mode: 0, Plan: 1 }
  const client = { Mode: '4', Plan: '3', Program: 2 }
  expect(inEffect(client)).toEqual({ plan: 3, program: 2, mode: 4 })
  expect(askedFor(shared)).toEqual({ plan: 1, program: undefined, mode: 0 })
})

test('(R14) a controller that reports nothing has nothing in effect, not plan 0', () => {
  expect(inEffect({})).toEqual({ plan: undefined, program: undefined, mode: undefined })
  expect(inEffect({ Plan: '', Mode: 'auto' })).toEqual({ plan: undefined, program: undefined, mode: undefined })
})

test('(R14) plan, program and mode are reported under the names of the shared attributes', () => {
  expect(reportInEffect({ plan: 5, program: 1, mode: 4 })).toEqual({ Plan: 5, Program: 1, Mode: 4 })
})

test('(R15) what was taken is reported with the same name and value', () => {
  expect(reportTaken({ Vang: 4, Do_cong: '2', P1_HH: 6 })).toEqual({ Vang: 4, Do_cong: '2', P1_HH: 6 })
  const values = writeSettings(EXAMPLE_SCHEDULE)
  const report = reportTaken(values)
  expect(readSettings({ ...report, Mode: values.Mode })).toEqual(EXAMPLE_SCHEDULE)
  expect(Object.keys(report)).toHaveLength(SETTING_KEYS.length - 1)
})

test('(R15) the mode waits until it is in effect, and what is no setting is not reported', () => {
  expect(reportTaken({ [MODE_KEY]: 1, Year: 2026, Plan: 3, note: 'x', Vang: '' })).toEqual({})
})
