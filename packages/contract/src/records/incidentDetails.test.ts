import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseIncidentDetails } from './incidentDetails.ts'

const SAMPLE = { ts: 5, counts: [1, 0, 0, 0, 0, 7, 3, 0, 0], clockMs: null }

test('the details of an incident are read whole, and members that nobody knows are left out', () => {
  const details = {
    code: 'off-plan',
    text: 'Runs 72 s, program 2 is 93 s',
    facts: { what: 'cycle', program: 2, seconds: 72, setSeconds: 93, mood: 'bad' },
    evidence: [SAMPLE],
    rule: 'Two cycles in a row',
    more: true,
  }
  expect(parseIncidentDetails(details)).toEqual({
    code: 'off-plan',
    text: 'Runs 72 s, program 2 is 93 s',
    facts: { what: 'cycle', program: 2, seconds: 72, setSeconds: 93 },
    evidence: [SAMPLE],
    rule: 'Two cycles in a row',
  })
})

test('an odd member costs only itself; without a code there is no incident', () => {
  const odd = { code: 'dark', text: 7, facts: { phases: 'two', seconds: 35 }, evidence: [SAMPLE, { ts: 'now' }] }
  expect(parseIncidentDetails(odd)).toEqual({
    code: 'dark',
    text: '',
    facts: { seconds: 35 },
    evidence: [],
    rule: '',
  })
  for (const none of [undefined, null, 'dark', 5, [], {}, { code: 5 }])
    expect(parseIncidentDetails(none)).toBeUndefined()
})

test('reading never throws', () => {
  fc.assert(fc.property(fc.anything(), (details) => void parseIncidentDetails(details)))
})
