import { isAllRed } from '../lit.ts'
import { longestAllRed } from '../longest.ts'
import { lampRule } from '../rule.ts'
import { secondsShown } from '../street.ts'
import type { IncidentWords } from '../words.ts'

/** Every phase is red for longer than the program ever shows. */
export const allRedRule = lampRule({
  code: 'all-red',
  severity: 'MAJOR',
  input: 'lamps',
  pauses: 'change',
  limits: { longerBySeconds: 10, clearSeconds: 10 },
  raise: () => ({ times: 1, seconds: 0 }),
  clear: ({ clearSeconds }) => ({ times: 1, seconds: clearSeconds }),
  evaluate: (view, { longerBySeconds }) => {
    const { street } = view
    const { lit, reading, complete } = street.seen
    if (reading.kind === 'noData') return null
    if (!complete) return null
    if (!isAllRed(lit)) return street.phases.every(({ shown }) => shown !== 'other') ? { holds: false } : null
    const latest = street.phases.reduce((a, b) => (b.sinceSecond > a.sinceSecond ? b : a))
    const seconds = secondsShown(street, latest)
    if (seconds < longestAllRed(view) + longerBySeconds) return { holds: false }
    return { holds: true, facts: { seconds }, sinceMs: latest.sinceMs }
  },
})

/** Sentence of the incident. */
export const allRedWords: IncidentWords<'all-red'> = {
  type: 'All red',
  condition: 'Every phase is red for 10 s longer than the longest all-red of the program in force',
  sentence: ({ seconds }) => `All phases have been red for ${seconds} s`,
  value: ({ seconds }) => `${seconds} s`,
}
