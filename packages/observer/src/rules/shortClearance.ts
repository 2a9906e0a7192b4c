import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { lampRule } from '../rule.ts'
import { greensBegun } from '../street.ts'
import type { IncidentWords } from '../words.ts'
import { isRightCycle } from './shortYellow.ts'

/** A green begins too soon after the yellow of another phase. */
export const shortClearanceRule = lampRule({
  code: 'short-clearance',
  severity: 'CRITICAL',
  input: 'lamps',
  pauses: 'change',
  yields: true,
  limits: { toleranceSeconds: 1, rightCycles: 2 },
  raise: () => ({ times: 1, seconds: 0 }),
  clear: ({ rightCycles }) => ({ times: rightCycles, seconds: 0 }),
  evaluate: ({ before, street, force, ended, atMs }, { toleranceSeconds }, seenMs) => {
    const setSeconds = force.safe.redClearance
    for (const to of greensBegun(before, street)) {
      if (!ofPhase(street.phases, to).whole) continue
      for (const from of PHASES) {
        const red = ofPhase(street.phases, from)
        const hadRoad = red.before === 'yellow' || red.before === 'green'
        if (from === to || red.shown !== 'red' || !hadRoad || !red.whole) continue
        const seconds = Math.max(street.second - red.sinceSecond, Math.round((atMs - red.sinceMs) / 1000))
        if (setSeconds - seconds > toleranceSeconds) {
          return { holds: true, facts: { phases: [from, to], seconds, setSeconds } }
        }
      }
    }
    return isRightCycle(ended, seenMs) ? { holds: false } : null
  },
})

/** Sentence of the incident. */
export const shortClearanceWords: IncidentWords<'short-clearance'> = {
  type: 'Short clearance',
  condition: "The time from the end of a yellow to the next phase's green is more than 1 s under the setting",
  sentence: ({ phases: [from, to], seconds, setSeconds }, named) =>
    `Only ${seconds} s between phase ${named(from)} and ${named(to)}, set are ${setSeconds} s`,
}
