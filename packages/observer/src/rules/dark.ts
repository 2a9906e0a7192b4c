import { LAMP_COLOURS, ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { longestNotShown } from '../longest.ts'
import type { IncidentFacts } from '../incident.ts'
import { lampsOf } from '../lit.ts'
import { lampRule, type SampleView } from '../rule.ts'
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
  evaluate: (view) => {
    const phases = darkPhases(view)
    if (phases.length === 0) return { holds: false }
    if (view.styles.isFull) return { holds: true, facts: { phases } }
    const { zeros } = view.street
    const begins = phases.map((phase) => (zeros && ofPhase(zeros, phase)?.sinceMs) ?? view.atMs)
    return { holds: true, facts: { phases }, sinceMs: Math.min(...begins) }
  },
})

/** A junction that is getting known, and has shown nothing at all for longer, counts towards darkness. Seconds. */
const UNKNOWN_JUNCTION_SECONDS = 27

/** Returns the phases that have sent three zeros for longer than their display shows nothing. */
function darkPhases(view: SampleView): IncidentFacts['dark']['phases'] {
  const { street, styles, atMs } = view
  const { zeros, second, seen } = street
  if (styles.isFull || !zeros) return seen.dark
  const latest = zeros.reduce((a, b) => (a && b ? (b.sinceSecond > a.sinceSecond ? b : a) : null))
  const isGettingKnown =
    !styles.hides && PHASES.some((phase) => LAMP_COLOURS.some((of) => ofPhase(styles.display, phase)[of] === null))
  if (isGettingKnown && latest && second - latest.sinceSecond + 1 > UNKNOWN_JUNCTION_SECONDS) return PHASES
  return PHASES.filter((phase) => {
    const since = ofPhase(zeros, phase)
    if (!since || (seen.notShown & lampsOf(phase)) === 0) return seen.dark.includes(phase)
    return second - since.sinceSecond + 1 > longestNotShown(view, phase, atMs)
  })
}

/** Sentence of the incident. */
export const darkWords: IncidentWords<'dark'> = {
  type: 'Dark',
  condition: 'A phase shows three zeros, and telemetry goes on',
  sentence: ({ phases }, named) =>
    phases.length === PHASES.length
      ? 'The junction is dark'
      : `${phasesText(phases, named)} ${phases.length > 1 ? 'are' : 'is'} dark`,
}
