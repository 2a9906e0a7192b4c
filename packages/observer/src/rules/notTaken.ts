import { momentRule } from '../rule.ts'
import type { IncidentWords } from '../words.ts'

/** The controller could have taken settings, and has not. */
export const notTakenRule = momentRule({
  code: 'not-taken',
  severity: 'MINOR',
  input: 'moment',
  limits: { seconds: 60 },
  raise: ({ seconds }) => ({ times: 1, seconds }),
  clear: () => ({ times: 1, seconds: 0 }),
  evaluate: ({ untaken, isOffline }) =>
    untaken > 0 && !isOffline ? { holds: true, facts: { settings: untaken } } : { holds: false },
})

/** Sentence of the incident. */
export const notTakenWords: IncidentWords<'not-taken'> = {
  type: 'Settings not taken',
  condition: 'The delivery of a setting differs or is not confirmed for 60 s while the controller is connected',
  sentence: ({ settings }) => (settings === 1 ? '1 setting was not taken' : `${settings} settings were not taken`),
}
