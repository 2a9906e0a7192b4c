import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { countIn } from '../counts.ts'
import { greenAmongReds } from '../lit.ts'
import { longestState } from '../longest.ts'
import { isCounting } from '../phaseReading.ts'
import { lampRule, type SampleView, type Verdict } from '../rule.ts'
import type { IncidentWords } from '../words.ts'

/** The countdowns stand still although samples arrive. */
export const frozenRule = lampRule({
  code: 'frozen',
  severity: 'MAJOR',
  input: 'lamps',
  pauses: 'change',
  limits: { samples: 4, longerBySeconds: 10, clearSeconds: 5 },
  raise: () => ({ times: 1, seconds: 0 }),
  clear: ({ clearSeconds }) => ({ times: 1, seconds: clearSeconds }),
  evaluate: (view, { samples, longerBySeconds }) => {
    const { street, force, styles } = view
    const { reading } = street.seen
    if (reading.kind === 'noData') return null
    if (!styles.isFull) return standsStill(view, samples, longerBySeconds)
    // A lamp that reads 1 counts nothing (R13): all of them at 0 or 1 is another fault, if it is one.
    const counts = street.sample.counts.some((count) => count > 1)
    const stands = street.same.samples >= samples && reading.kind !== 'held' && reading.kind !== 'flashing'
    if (!counts || !stands || force.cycle === 0) return { holds: false }
    return { holds: true, facts: {}, sinceMs: street.same.sinceMs }
  },
})

/** Evaluates displays that do not count every second: seconds that are counted stand still, or no lamp changes. */
function standsStill(view: SampleView, samples: number, longerBySeconds: number): Verdict<'frozen'> {
  const { street, force, styles, atMs } = view
  const { seen, phases, same, sample, second } = street
  const shown = phases.map((stretch, index) => ({ phase: PHASES[index] ?? 1, stretch }))
  const isUnknown = shown.some(({ phase, stretch }) => {
    const isServed = !force.program || ofPhase(force.program.phases, phase).green > 0
    return isServed && stretch.shown !== 'other' && ofPhase(styles.display, phase)[stretch.shown] === null
  })
  // What changes does not stand still, whatever the display.
  if (isUnknown) return same.samples > 1 ? null : { holds: false }
  if (force.cycle === 0 || seen.reading.kind === 'flashing') return { holds: false }
  const counts = shown.some(({ phase, stretch }) => {
    if (stretch.shown === 'other') return false
    const count = countIn(sample.counts, phase, stretch.shown)
    return count > 1 && isCounting(ofPhase(styles.display, phase)[stretch.shown], count, null)
  })
  if (counts && same.samples >= samples) return { holds: true, facts: {}, sinceMs: same.sinceMs }
  // A green that lasts is a hold.
  if (!seen.complete || greenAmongReds(seen.lit) !== 0) return { holds: false }
  const latest = phases.reduce((a, b) => (b.sinceSecond > a.sinceSecond ? b : a))
  if (second - latest.sinceSecond + 1 <= longestState(view, atMs) + longerBySeconds) return { holds: false }
  return { holds: true, facts: {}, sinceMs: latest.sinceMs }
}

/** Sentence of the incident. */
export const frozenWords: IncidentWords<'frozen'> = {
  type: 'Frozen countdowns',
  condition:
    'The same nine values for 4 samples, in neither hold nor flashing, while the program in force serves a phase',
  sentence: () => 'The countdowns stand still',
}
