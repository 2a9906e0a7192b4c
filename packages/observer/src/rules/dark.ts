import { PHASES } from '@greenwave/controller/limits'
import { lampRule } from '../rule.ts'
import { type IncidentWords, phasesText } from '../words.ts'

/** A phase, or the whole junction, shows no lamp although telemetry goes on. */
export const darkRule = lampRule({
  code: 'dark',
  severity: 'MAJOR',
  input: 'lamps',
  pauses: 'never',
  limits: { samples: 3, clearSeconds: 10 },
  raise: ({ samples }) => ({ times: samples, seconds: 0 }),
  clear: ({ clearSeconds }) => ({ times: 1, seconds: clearSeconds }),
  evaluate: ({ street }) => {
    const phases = street.seen.dark
    return phases.length > 0 ? { holds: true, facts: { phases } } : { holds: false }
  },
})

/** Sentence of the incident. */
export const darkWords: IncidentWords<'dark'> = {
  type: 'Dark',
  condition: 'A phase shows three zeros, and telemetry goes on',
  sentence: ({ phases }, named) =>
    phases.length === PHASES.length
      ? 'The junction is dark'
      : `${phasesText(phases, named)} ${phases.length > 1 ? 'are' : 'is'} dark`,
}
