import { cyclePosition, greenStart, modulo } from '@greenwave/controller/cycle'
import { localTimeAt, secondsOfDay } from '@greenwave/controller/deviceClock'
import { ofPhase, PHASES } from '@greenwave/controller/limits'
import type { Cycle } from '../cycle.ts'
import type { Force } from '../force.ts'
import type { Deviation } from '../incident.ts'
import { lampRule } from '../rule.ts'
import { isJudged } from './rightCycle.ts'

/** The lamps do not run what the settings say. */
export const offPlanRule = lampRule({
  code: 'off-plan',
  type: 'Off plan',
  condition: 'Green, cycle or position is more than 1 s from what the settings say, two cycles in a row',
  severity: 'MINOR',
  judges: 'lamps',
  pauses: 'change',
  yields: true,
  limits: { toleranceSeconds: 1, cycles: 2, rightCycles: 2 },
  raise: ({ cycles }) => ({ times: cycles, seconds: 0 }),
  clear: ({ rightCycles }) => ({ times: rightCycles, seconds: 0 }),
  judge: ({ ended, force }, { toleranceSeconds }) => {
    if (!ended || !isJudged(ended)) return null
    const facts = deviationOf(ended, force, toleranceSeconds)
    return facts ? { holds: true, facts, sinceMs: ended.startMs } : { holds: false }
  },
  sentence: deviationText,
})

/** Returns how a cycle differs from the settings in force; null if it does not. */
function deviationOf(cycle: Cycle, force: Force, toleranceSeconds: number): Deviation | null {
  const { effect, program, scheduledPlan } = force
  const { seconds } = cycle
  if (!effect) return null
  if (!program) return { what: 'mode', seconds }
  const isOff = (a: number, b: number) => Math.abs(a - b) > toleranceSeconds
  if (isOff(seconds, force.cycle)) return { what: 'cycle', program: program.number, seconds, setSeconds: force.cycle }
  for (const phase of PHASES) {
    const { green } = ofPhase(cycle.phases, phase)
    const setSeconds = ofPhase(program.phases, phase).green
    if (isOff(green, setSeconds)) {
      return { what: 'green', program: program.number, phases: [phase], seconds: green, setSeconds }
    }
  }
  const late = lateBy(cycle, force)
  if (isOff(late, 0)) return { what: 'position', program: program.number, seconds: late }
  if (effect.source === 'assumed' || scheduledPlan == null || scheduledPlan === effect.plan) return null
  return { what: 'plan', plan: effect.plan, scheduled: scheduledPlan }
}

/** (R8) Returns the seconds by which a cycle began later than it should by the controller's clock; 0 if unknown. */
function lateBy({ startClockMs, firstPhase }: Cycle, { program, cycle, offset }: Force): number {
  if (startClockMs === null || !firstPhase || !program) return 0
  const position = cyclePosition(secondsOfDay(localTimeAt(startClockMs)), cycle, offset)
  const late = modulo(position - greenStart(ofPhase(program.phases, firstPhase)), cycle)
  return late > cycle / 2 ? late - cycle : late
}

function deviationText(facts: Deviation): string {
  switch (facts.what) {
    case 'cycle':
      return `Runs ${facts.seconds} s, program ${facts.program} is ${facts.setSeconds} s`
    case 'green':
      return `Phase ${facts.phases[0]} is green for ${facts.seconds} s, program ${facts.program} says ${facts.setSeconds} s`
    case 'position':
      return `Is ${Math.abs(facts.seconds)} s ${facts.seconds > 0 ? 'late' : 'early'} in program ${facts.program}`
    case 'mode':
      return `Runs a cycle of ${facts.seconds} s although no program is in force`
    case 'plan':
      return `Runs ${facts.plan === null ? 'no plan' : `plan ${facts.plan}`}, the schedule has plan ${facts.scheduled}`
  }
}
