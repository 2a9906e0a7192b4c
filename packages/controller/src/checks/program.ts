import { writeClearance, writeProgram } from '../attributes.ts'
import type { PlanNumber, ProgramNumber } from '../limits.ts'
import type { Clearance, ControllerSettings, Program } from '../settings.ts'
import { checkCycleLength } from './cycleLength.ts'
import type { Finding } from './finding.ts'
import { hasErrors } from './finding.ts'
import { checkGreens } from './green.ts'
import { checkOverlap } from './overlap.ts'
import { checkValues } from './ranges.ts'
import { checkReportedPeriod } from './reportedPeriod.ts'

/** What is known around a program. */
export interface ProgramContext {
  /** The enabled plans that run it (`plansUsing`). */
  readonly usedByPlans?: readonly PlanNumber[]
  /** The total period the controller reports for these very values; leave it out while a form is edited. */
  readonly reportedPeriod?: number | undefined
}

/** Everything that can be said of one program: V1 to V5. A program with values out of range is checked no further. */
export function checkProgram(program: Program, clearance: Clearance, context: ProgramContext = {}): Finding[] {
  const errors = checkValues(writeProgram(program))
  if (errors.length > 0 || hasErrors(checkValues(writeClearance(clearance)))) return errors
  const period = context.reportedPeriod
  return [
    ...checkGreens(program, context.usedByPlans ?? []),
    ...checkOverlap(program, clearance),
    ...checkCycleLength(program, clearance),
    ...(period === undefined ? [] : checkReportedPeriod(program, clearance, period)),
  ]
}

/** The enabled plans whose program this is. */
export function plansUsing(settings: ControllerSettings, program: ProgramNumber): readonly PlanNumber[] {
  return settings.plans.filter((plan) => plan.enabled && plan.programNumber === program).map((plan) => plan.number)
}
