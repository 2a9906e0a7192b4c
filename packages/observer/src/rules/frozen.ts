import { lampRule } from '../rule.ts'
import type { IncidentWords } from '../words.ts'

/** The countdowns stand still although samples arrive. */
export const frozenRule = lampRule({
  code: 'frozen',
  severity: 'MAJOR',
  input: 'lamps',
  pauses: 'change',
  limits: { samples: 4, clearSeconds: 5 },
  raise: () => ({ times: 1, seconds: 0 }),
  clear: ({ clearSeconds }) => ({ times: 1, seconds: clearSeconds }),
  evaluate: ({ street, force }, { samples }) => {
    const { reading } = street.seen
    if (reading.kind === 'noData') return null
    // A lamp that reads 1 counts nothing (R13): all of them at 0 or 1 is another fault, if it is one.
    const counts = street.sample.counts.some((count) => count > 1)
    const stands = street.same.samples >= samples && reading.kind !== 'held' && reading.kind !== 'flashing'
    if (!counts || !stands || force.cycle === 0) return { holds: false }
    return { holds: true, facts: {}, sinceMs: street.same.sinceMs }
  },
})

/** Sentence of the incident. */
export const frozenWords: IncidentWords<'frozen'> = {
  type: 'Frozen countdowns',
  condition:
    'The same nine values for 4 samples, in neither hold nor flashing, while the program in force serves a phase',
  sentence: () => 'The countdowns stand still',
}
