import { ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { longestCycle } from '../longest.ts'
import { isCounting } from '../phaseReading.ts'
import { lampRule, type SampleView } from '../rule.ts'
import { countIn } from '../counts.ts'
import { isFaulty } from '../street.ts'
import type { IncidentWords } from '../words.ts'

/** Samples come once a second, so a count is only known to a second. */
const TOLERANCE_SECONDS = 1

/** A countdown changes by other than -1 although its lamp stays the same. */
export const countdownJumpRule = lampRule({
  code: 'countdown-jump',
  severity: 'MINOR',
  input: 'lamps',
  pauses: 'change',
  yields: true,
  limits: { jumps: 2, cycles: 10 },
  raise: ({ jumps }) => ({ times: jumps, seconds: 0 }),
  clear: () => ({ times: 1, seconds: 0 }),
  evaluate: (view, { cycles }, seenMs) => {
    const { force, atMs } = view
    if (force.cycle === 0) return null
    const facts = jumpOf(view)
    const isLongAgo = seenMs !== null && atMs - seenMs >= cycles * longestCycle(view) * 1000
    return facts ? { holds: true, facts } : isLongAgo ? { holds: false } : null
  },
})

/** Sentence of the incident. */
export const countdownJumpWords: IncidentWords<'countdown-jump'> = {
  type: 'Countdown jumps',
  condition: 'A countdown changes by other than -1 without a change of lamp, twice in 10 cycles',
  sentence: ({ phases: [phase], from, to }, named) =>
    `Phase ${named(phase)}'s countdown ${to < from ? 'fell' : 'rose'} from ${from} to ${to}`,
}

function jumpOf({
  before,
  street,
  styles,
}: SampleView): { phases: readonly [PhaseNumber]; from: number; to: number } | null {
  if (!before || street.afterGap || isFaulty(street) || isFaulty(before)) return null
  const elapsed = street.second - before.second
  for (const phase of PHASES) {
    const { shown } = ofPhase(street.phases, phase)
    if (shown === 'other' || ofPhase(before.phases, phase).shown !== shown) continue
    const from = countIn(before.sample.counts, phase, shown)
    const to = countIn(street.sample.counts, phase, shown)
    // A lamp that reads 1 may count nothing (R13), and one whose value is missing is not lit as far as is known.
    if ((from <= 1 && to <= 1) || from < 1 || to < 1) continue
    const style = ofPhase(styles.display, phase)[shown]
    if (!styles.isFull && (style === null || !isCounting(style, from, null))) continue
    if (Math.abs(from - to - elapsed) > TOLERANCE_SECONDS) return { phases: [phase], from, to }
  }
  return null
}
