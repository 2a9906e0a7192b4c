import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { isEvaluable, type Cycle } from '../cycle.ts'
import { lampRule } from '../rule.ts'
import type { IncidentWords } from '../words.ts'

/** A yellow ends too soon, or a green turns red without one. */
export const shortYellowRule = lampRule({
  code: 'short-yellow',
  severity: 'CRITICAL',
  input: 'lamps',
  pauses: 'change',
  yields: true,
  limits: { toleranceSeconds: 1, rightCycles: 2 },
  raise: () => ({ times: 1, seconds: 0 }),
  clear: ({ rightCycles }) => ({ times: rightCycles, seconds: 0 }),
  evaluate: ({ before, street, force, ended, atMs }, { toleranceSeconds }, seenMs) => {
    const setSeconds = force.safe.yellow
    for (const phase of PHASES) {
      const now = ofPhase(street.phases, phase)
      const last = before && ofPhase(before.phases, phase)
      if (!last || now === last || !now.whole) continue
      if (last.shown === 'green' && now.shown === 'red') {
        return { holds: true, facts: { phases: [phase], seconds: 0, setSeconds } }
      }
      const isOver = now.shown === 'red' || now.shown === 'green'
      if (last.shown !== 'yellow' || last.before !== 'green' || !last.whole || !isOver) continue
      const seconds = Math.max(now.sinceSecond - last.sinceSecond, Math.round((atMs - last.sinceMs) / 1000))
      if (setSeconds - seconds > toleranceSeconds) {
        return { holds: true, facts: { phases: [phase], seconds, setSeconds } }
      }
    }
    return isRightCycle(ended, seenMs) ? { holds: false } : null
  },
})

/** Sentence of the incident. */
export const shortYellowWords: IncidentWords<'short-yellow'> = {
  type: 'Short yellow',
  condition: 'A yellow ends more than 1 s before its setting or 3 s, or a green turns red without yellow',
  sentence: ({ phases: [phase], seconds, setSeconds }, named) =>
    `Phase ${named(phase)}'s yellow was ${seconds} s instead of ${setSeconds} s`,
}

/**
 * Returns whether a cycle that ended counts as right for a rule: seen completely, nothing prevented its evaluation,
 * and the rule's condition was not seen in it.
 *
 * @param seenMs when the condition was last seen; null if it was not
 */
export function isRightCycle(ended: Cycle | null, seenMs: number | null): boolean {
  return ended !== null && isEvaluable(ended) && (seenMs === null || ended.startMs >= seenMs)
}
