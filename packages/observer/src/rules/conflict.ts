import { lampRule } from '../rule.ts'
import { type IncidentWords, phasesText } from '../words.ts'

/** Two phases have the road at the same time. */
export const conflictRule = lampRule({
  code: 'conflict',
  severity: 'CRITICAL',
  input: 'lamps',
  pauses: 'never',
  limits: { samples: 2, clearSeconds: 10 },
  raise: ({ samples }) => ({ times: samples, seconds: 0 }),
  clear: ({ clearSeconds }) => ({ times: 1, seconds: clearSeconds }),
  evaluate: ({ street }) => {
    const phases = street.seen.together
    return phases.length > 0 ? { holds: true, facts: { phases } } : { holds: false }
  },
})

/** Sentence of the incident. */
export const conflictWords: IncidentWords<'conflict'> = {
  type: 'Conflicting green',
  condition: 'Two phases are green or yellow in one sample, and the lamps do not flash',
  sentence: ({ phases }, named) => `${phasesText(phases, named)} have the road at the same time`,
}
