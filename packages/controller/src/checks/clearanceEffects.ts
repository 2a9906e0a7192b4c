import { writeClearance } from '../attributes.ts'
import { cycleSeconds } from '../cycle.ts'
import type { PlanNumber, ProgramNumber } from '../limits.ts'
import type { Clearance, ControllerSettings } from '../settings.ts'
import { checkClearanceTimes } from './clearance.ts'
import { type Finding, hasErrors } from './finding.ts'
import { checkProgram, plansUsing } from './program.ts'
import { checkValues } from './ranges.ts'

/** What a change of yellow and red clearance does to one program. */
export interface ProgramEffect {
  readonly program: ProgramNumber
  /** The enabled plans that run it. */
  readonly plans: readonly PlanNumber[]
  /** Seconds, before and after. */
  readonly cycleBefore: number
  readonly cycleAfter: number
  /** What the checks find in the program with the new times. */
  readonly findings: readonly Finding[]
}

/** (V8) A change of yellow or red clearance re-checks every program that enabled plans use, and names each one. */
export function clearanceEffects(settings: ControllerSettings, next: Clearance): readonly ProgramEffect[] {
  if (hasErrors(checkValues(writeClearance(next)))) return []
  return settings.programs.flatMap((program) => {
    const plans = plansUsing(settings, program.number)
    if (plans.length === 0) return []
    return {
      program: program.number,
      plans,
      cycleBefore: cycleSeconds(program, settings.clearance),
      cycleAfter: cycleSeconds(program, next),
      findings: checkProgram(program, next, { usedByPlans: plans }),
    }
  })
}

/** Everything that can be said of new yellow and red-clearance times: V1, V6, and by V8 what they do to the programs in use. */
export function checkClearance(next: Clearance, settings: ControllerSettings): Finding[] {
  const errors = checkValues(writeClearance(next))
  if (errors.length > 0) return errors
  return [...checkClearanceTimes(next), ...clearanceEffects(settings, next).flatMap((effect) => effect.findings)]
}
