import { cyclePosition, greenStart, modulo } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { type Cycle, isEvaluable } from '../cycle.ts'
import type { Force } from '../force.ts'
import type { Deviation } from '../incident.ts'
import { shownBy } from '../lit.ts'
import { greenLimits, type Styles, UNKNOWN_STYLES } from '../styles.ts'
import { lampRule } from '../rule.ts'
import type { IncidentWords, NamePhase } from '../words.ts'

/** The lamps do not run what the settings say. */
export const offPlanRule = lampRule({
  code: 'off-plan',
  severity: 'MINOR',
  input: 'lamps',
  pauses: 'change',
  yields: true,
  limits: { toleranceSeconds: 1, cycles: 2, rightCycles: 2 },
  raise: ({ cycles }) => ({ times: cycles, seconds: 0 }),
  clear: ({ rightCycles }) => ({ times: rightCycles, seconds: 0 }),
  evaluate: ({ ended, force, styles }, { toleranceSeconds }) => {
    if (!ended || !isEvaluable(ended)) return null
    // Until cycles prove that greens follow from the settings, they may be actuated.
    if (!styles.control && force.program) return null
    const [facts] = deviationsOf(ended, force, toleranceSeconds, styles)
    return facts ? { holds: true, facts, sinceMs: ended.startMs } : { holds: false }
  },
})

/** Sentence of the incident. */
export const offPlanWords: IncidentWords<'off-plan'> = {
  type: 'Off plan',
  condition: 'Green, cycle or position is more than 1 s from what the settings say, two cycles in a row',
  sentence: deviationText,
}

/** Returns how a cycle differs from the settings in force, the most telling difference first; none if it does not. */
export function deviationsOf(
  cycle: Cycle,
  force: Force,
  toleranceSeconds = 1,
  styles: Styles = UNKNOWN_STYLES,
): readonly Deviation[] {
  const { effect, program, scheduledPlan } = force
  const { seconds } = cycle
  if (!effect) return []
  if (!program) return [{ what: 'mode', seconds }]
  if (styles.control?.kind === 'actuated') return outsideLimits(cycle, styles, toleranceSeconds)
  const { number } = program
  const isOff = (a: number, b: number) => Math.abs(a - b) > toleranceSeconds
  const found: Deviation[] = []
  if (isOff(seconds, force.cycle)) found.push({ what: 'cycle', program: number, seconds, setSeconds: force.cycle })
  for (const phase of PHASES) {
    const { green } = ofPhase(cycle.phases, phase)
    const setSeconds = ofPhase(program.phases, phase).green
    if (isOff(green, setSeconds)) {
      found.push({ what: 'green', program: number, phases: [phase], seconds: green, setSeconds })
    }
  }
  // Where lengths differ, positions follow from them.
  for (const phase of found.length === 0 ? PHASES : []) {
    const late = lateBy(cycle, force, phase)
    if (isOff(late, 0)) found.push({ what: 'position', program: number, phases: [phase], seconds: late })
  }
  if (effect.source === 'reported' && scheduledPlan != null && scheduledPlan !== effect.plan) {
    found.push({ what: 'plan', plan: effect.plan, scheduled: scheduledPlan })
  }
  return found
}

/** Returns the greens of an actuated cycle that are outside their limits. */
function outsideLimits(cycle: Cycle, styles: Styles, toleranceSeconds: number): readonly Deviation[] {
  return PHASES.flatMap((phase): Deviation[] => {
    const limits = greenLimits(styles, phase)
    const { green: seconds } = ofPhase(cycle.phases, phase)
    if (!limits || seconds === 0) return []
    const isOutside = seconds < limits.smallest - toleranceSeconds || seconds > limits.largest + toleranceSeconds
    return isOutside ? [{ what: 'limits', phases: [phase], seconds, ...limits }] : []
  })
}

/**
 * (R3) (R8) Returns the seconds by which a phase's green begins later than it should: the first one's by the
 * controller's clock, the others' after the first. 0 if that is unknown.
 */
function lateBy(record: Cycle, { program, cycle, offset }: Force, phase: PhaseNumber): number {
  const { startClockMs, firstPhase, runs } = record
  if (!firstPhase || !program || cycle === 0) return 0
  const set = greenStart(ofPhase(program.phases, phase))
  if (phase !== firstPhase) {
    const begins = runs.find(({ lit }) => lit !== null && shownBy(lit, phase) === 'green')
    const isServed = ofPhase(program.phases, phase).green > 0
    return begins && isServed
      ? shortestWay(begins.second - (set - greenStart(ofPhase(program.phases, firstPhase))), cycle)
      : 0
  }
  if (startClockMs === null) return 0
  return shortestWay(cyclePosition(secondOfDayAt(startClockMs), cycle, offset) - set, cycle)
}

/** Returns a distance on the cycle: more than half a cycle late is early. */
function shortestWay(seconds: number, cycle: number): number {
  const late = modulo(seconds, cycle)
  return late > cycle / 2 ? late - cycle : late
}

function deviationText(facts: Deviation, named: NamePhase): string {
  switch (facts.what) {
    case 'cycle':
      return `Runs ${facts.seconds} s, program ${facts.program} is ${facts.setSeconds} s`
    case 'green':
      return `Phase ${named(facts.phases[0])} is green for ${facts.seconds} s, program ${facts.program} says ${facts.setSeconds} s`
    case 'position':
      return `Phase ${named(facts.phases[0])} is ${Math.abs(facts.seconds)} s ${facts.seconds > 0 ? 'late' : 'early'} in program ${facts.program}`
    case 'limits':
      return `Phase ${named(facts.phases[0])} is green for ${facts.seconds} s, its limits are ${facts.smallest} to ${facts.largest} s`
    case 'mode':
      return `Runs a cycle of ${facts.seconds} s although no program is in force`
    case 'plan':
      return `Runs ${facts.plan === null ? 'no plan' : `plan ${facts.plan}`}, the schedule has plan ${facts.scheduled}`
  }
}
