import { alarmType } from '@greenwave/observer/rules/alarm'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import { expect, it } from 'vitest'
import { codeOfKind } from './pastIncident.ts'

it.each(INCIDENT_CODES)('the alarms of %s are known by their type', (code) => {
  expect(codeOfKind(alarmType(code))).toBe(code)
})

it('alarms of others are not', () => expect(codeOfKind('Low voltage')).toBeUndefined())
