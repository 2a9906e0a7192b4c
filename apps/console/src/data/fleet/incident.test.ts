import { expect, test } from 'vitest'
import { testAlarm, testDevice } from '../../test/records.ts'
import { parseIncident } from './incident.ts'

const device = testDevice(7)
const details = { code: 'off-plan', text: 'Runs 72 s, program 2 is 93 s', facts: { what: 'cycle', program: 2 } }

test('an alarm of the watcher has its code, level, sentence, facts and people', () => {
  const assignee = { id: { entityType: 'USER' as const, id: 'u' }, firstName: 'Lan', lastName: 'Ngo', email: 'l@n.vn' }
  const alarm = testAlarm(1, device, { severity: 'MINOR', details, acknowledged: true, ackTs: 9, assignee })
  expect(parseIncident(alarm)).toMatchObject({
    junctionId: device.id.id,
    junction: device.label,
    code: 'off-plan',
    level: 3,
    text: details.text,
    facts: details.facts,
    acknowledgedMs: 9,
    endedMs: null,
    assignee: { id: 'u', name: 'Lan Ngo' },
  })
})

test('an alarm of somebody else has its type as its sentence; one that is no junction’s is no incident', () => {
  const alarm = testAlarm(1, device, { originatorLabel: ' ', severity: 'INDETERMINATE', type: 'Door open' })
  expect(parseIncident(alarm)).toMatchObject({ code: 'other', text: 'Door open', junction: device.name, level: 3 })
  expect(parseIncident({ ...alarm, originator: { entityType: 'ASSET', id: 'a' } })).toBeUndefined()
})

test('an alarm of a corridor is one if it is about its wave', () => {
  const alarm = testAlarm(1, device, { originator: { entityType: 'ASSET', id: 'a' }, originatorLabel: 'Trục chính' })
  const facts = { direction: 'outbound', seconds: 3, setSeconds: 38, cause: 'clock', junction: 'Ngã tư 2' }
  const broken = parseIncident({ ...alarm, details: { code: 'corridor', facts, text: '' } })
  expect(broken).toMatchObject({ of: 'corridor', junctionId: 'a', junction: 'Trục chính', code: 'corridor', facts })
  expect(parseIncident({ ...alarm, details: { code: 'dark' } })).toBeUndefined()
})
