import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { AlarmInfo as AlarmSchema } from '@greenwave/contract/wire/alarms'
import { phasesOf } from '@greenwave/observer/incident'
import { alarmDetails, alarmType } from '@greenwave/observer/rules/alarm'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOfType, resumedIncident } from './resume.ts'

const REF = { entityType: 'DEVICE', id: '7c0f4a10-8c1e-11f0-9a55-0f6a3c2b7e10' } as const

function alarm(more: Partial<AlarmInfo>): AlarmInfo {
  const times = { createdTime: 5, startTs: 3, endTs: 3, ackTs: 0, clearTs: 0, assignTs: 0 }
  const flags = {
    acknowledged: false,
    cleared: false,
    propagate: false,
    propagateToOwner: false,
    propagateToTenant: false,
  }
  return AlarmSchema.parse({
    ...{ id: REF, tenantId: REF, originator: REF, name: '', status: 'ACTIVE_UNACK', propagateRelationTypes: [] },
    ...{ ...times, ...flags, type: 'Dark', severity: 'MAJOR', details: {}, ...more },
  })
}

test('each type of alarm is of one code', () => {
  for (const code of INCIDENT_CODES) expect(codeOfType(alarmType(code))).toBe(code)
  expect(codeOfType('Green wave broken')).toBeUndefined()
})

test('an incident goes on with its beginning, severity and phases', () => {
  const details = alarmDetails({
    ...{ code: 'dark', severity: 'MAJOR', sinceMs: 3, seenMs: 9, facts: { phases: [2] }, evidence: [] },
  })
  const incident = resumedIncident(alarm({ details }))
  expect(incident).toMatchObject({ code: 'dark', severity: 'MAJOR', sinceMs: 3, facts: { phases: [2] } })
})

test('alarms of others are no incidents', () => {
  expect(resumedIncident(alarm({ type: 'Battery low' }))).toBeUndefined()
})

test('details of any shape resume, with phases that can be compared', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (details) => {
      const incident = resumedIncident(alarm({ details }))
      expect(incident && Array.isArray(phasesOf(incident.facts))).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (phases) => {
      const incident = resumedIncident(alarm({ details: { facts: { phases } } }))
      expect(incident && Array.isArray(phasesOf(incident.facts))).toBe(true)
    }),
  )
})
