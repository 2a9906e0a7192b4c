import type { IncidentFacts } from '../incident.ts'
import { lampRule } from '../rule.ts'
import type { IncidentWords } from '../words.ts'

/** The controller's clock differs from the platform's time. */
export const clockRule = lampRule({
  code: 'clock',
  severity: ({ aheadSeconds }, before, { minorSeconds, clearSeconds }) => {
    const size = Math.abs(aheadSeconds)
    // A clock that differs by just this much must not change its severity with each sample.
    return size >= minorSeconds - (before === 'MINOR' ? clearSeconds : 0) ? 'MINOR' : 'WARNING'
  },
  input: 'lamps',
  pauses: 'gap',
  limits: { offSeconds: 5, clearSeconds: 3, minorSeconds: 30, raiseAfterSeconds: 10, clearAfterSeconds: 10 },
  raise: ({ raiseAfterSeconds }) => ({ times: 1, seconds: raiseAfterSeconds }),
  clear: ({ clearAfterSeconds }) => ({ times: 1, seconds: clearAfterSeconds }),
  evaluate: ({ aheadSeconds }, { offSeconds, clearSeconds }) => {
    if (aheadSeconds === null) return null
    const size = Math.abs(aheadSeconds)
    if (size > offSeconds) return { holds: true, facts: { aheadSeconds } }
    return { holds: size < clearSeconds ? false : 'between' }
  },
})

/** Sentence of the incident. */
export const clockWords: IncidentWords<'clock'> = {
  type: 'Clock',
  condition: "The controller's clock is more than 5 s from the platform's time for 10 s",
  sentence: (facts) => `Its clock is ${aheadText(facts)}`,
  value: aheadText,
}

function aheadText({ aheadSeconds }: IncidentFacts['clock']): string {
  return `${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead' : 'behind'}`
}
