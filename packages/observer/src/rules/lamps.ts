import { litColours } from '../lit.ts'
import { lampRule } from '../rule.ts'
import { type IncidentWords, phasesText } from '../words.ts'

/** Two lamps of one phase are lit. */
export const lampsRule = lampRule({
  code: 'lamps',
  severity: 'CRITICAL',
  input: 'lamps',
  pauses: 'never',
  limits: { samples: 2, clearSeconds: 10 },
  raise: ({ samples }) => ({ times: samples, seconds: 0 }),
  clear: ({ clearSeconds }) => ({ times: 1, seconds: clearSeconds }),
  evaluate: ({ street }) => {
    const { contradicting: phases, lit } = street.seen
    const [first] = phases
    return first ? { holds: true, facts: { phases, lamps: litColours(lit, first) } } : { holds: false }
  },
})

/** Sentence of the incident. */
export const lampsWords: IncidentWords<'lamps'> = {
  type: 'Contradicting lamps',
  condition: 'Two lamps of one phase are lit, and the lamps do not flash',
  sentence: ({ phases, lamps }, named) =>
    `${phasesText(phases, named)} ${phases.length > 1 ? 'show' : 'shows'} ${lamps.join(' and ')} at once`,
}
