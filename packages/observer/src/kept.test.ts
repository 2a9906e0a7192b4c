import { LAMP_COLOURS, PHASES } from '@greenwave/controller/controllerLimits'
import fc, { type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { type IncidentCode, type IncidentFacts, phasesOf } from './incident.ts'
import { keptIncident, parseFacts } from './kept.ts'
import { incidentText } from './rules/alarm.ts'
import { INCIDENT_CODES } from './rules/table.ts'

const phase = fc.constantFrom(...PHASES)
const phases = fc.subarray([...PHASES])
const lamps = fc.subarray([...LAMP_COLOURS])
const whole = fc.integer()
const shorter = { seconds: whole, setSeconds: whole }

const FACTS: { readonly [Code in IncidentCode]: Arbitrary<IncidentFacts[Code]> } = {
  conflict: fc.record({ phases }),
  lamps: fc.record({ phases, lamps }),
  'short-yellow': fc.record({ ...shorter, phases: fc.tuple(phase) }),
  'short-clearance': fc.record({ ...shorter, phases: fc.tuple(phase, phase) }),
  dark: fc.record({ phases }),
  'all-red': fc.record({ seconds: whole }),
  frozen: fc.constant({}),
  silent: fc.record({ seconds: whole }),
  offline: fc.record({ sinceMs: whole }),
  'countdown-jump': fc.record({ phases: fc.tuple(phase), from: whole, to: whole }),
  'off-plan': fc.oneof(
    fc.record({ what: fc.constant('cycle' as const), program: whole, ...shorter }),
    fc.record({ what: fc.constant('green' as const), program: whole, phases: fc.tuple(phase), ...shorter }),
    fc.record({ what: fc.constant('position' as const), program: whole, phases: fc.tuple(phase), seconds: whole }),
    fc.record({
      what: fc.constant('limits' as const),
      phases: fc.tuple(phase),
      ...{ seconds: whole, smallest: whole, largest: whole },
    }),
    fc.record({ what: fc.constant('mode' as const), seconds: whole }),
    fc.record({ what: fc.constant('plan' as const), plan: fc.option(whole), scheduled: whole }),
  ),
  'not-taken': fc.record({ settings: whole }),
  calendar: fc.record({ runs: fc.string(), day: fc.string() }),
  clock: fc.record({ aheadSeconds: whole }),
  hold: fc.record({ mode: whole, sinceMs: whole }),
}

test.each(INCIDENT_CODES)('the facts of %s come back from a record as they were', (code) => {
  fc.assert(
    fc.property(FACTS[code], (facts) => {
      expect(parseFacts(code, JSON.parse(JSON.stringify(facts)))).toEqual(facts)
    }),
  )
})

test('whatever a record says, an incident goes on with its beginning, and with facts that make a sentence', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.record({ phases: fc.jsonValue(), lamps: fc.jsonValue(), seconds: fc.jsonValue(), what: fc.jsonValue() }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...INCIDENT_CODES), odd, (code, facts) => {
      const incident = keptIncident({ code, severity: 'MAJOR', sinceMs: 7, facts })
      expect(incident).toMatchObject({ code, severity: 'MAJOR', sinceMs: 7, seenMs: 7 })
      expect(phasesOf(incident.facts).every((one) => PHASES.includes(one))).toBe(true)
      expect(incidentText(incident)).not.toMatch(/undefined|NaN/)
    }),
  )
})
