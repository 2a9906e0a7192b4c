import {
  CLEARANCE_RANGE,
  isWholeWithin,
  type PlanNumber,
  PROGRAM_VALUE_RANGE,
  type ProgramNumber,
} from '../controllerLimits.ts'
import { cycleSeconds } from '../cycle.ts'
import { periodKey } from '../keys.ts'
import { plansInPlay, runningOf } from '../schedule.ts'
import { type Clearance, type ControllerSettings, type Program, programOf } from '../settings.ts'
import { checkCycleLength } from './cycleLength.ts'
import { type Finding, found } from './finding.ts'
import { checkGreens } from './green.ts'
import { checkOverlap } from './overlap.ts'
import type { OwnLimits } from './ownLimits.ts'

/** The plans and reports that concern a program. */
interface ProgramContext {
  /** The enabled plans that run it (`plansUsing`). */
  readonly usedByPlans: readonly PlanNumber[]
  /** The total period that is stated for exactly these values; undefined if there is none. */
  readonly reportedPeriod: number | undefined
  readonly limits: OwnLimits | undefined
}

/** Runs all checks of a program's timing: V2 to V5. Finds nothing in a program with values out of range (V1). */
export function checkTiming(program: Program, clearance: Clearance, context: ProgramContext): Finding[] {
  if (!isInRange(program, clearance)) return []
  const period = context.reportedPeriod
  return [
    ...checkGreens(program, context.usedByPlans, context.limits),
    ...checkOverlap(program, clearance),
    ...checkCycleLength(program, clearance, context.limits),
    ...(period === undefined ? [] : checkReportedPeriod(program, clearance, period)),
  ]
}

/**
 * (V4) Finds the dangers of programs that run on the given settings: whoever brings a program into force brings these,
 * too. Each program is named once, however many plans run it.
 *
 * @param plans those whose programs are checked, by default all in play
 */
export function checkBroughtIntoForce(settings: ControllerSettings, plans = plansInPlay(settings)): Finding[] {
  const running = plans.map((plan) => runningOf(settings, plan))
  const programs = new Set(running.flatMap((one) => (one.kind === 'program' ? [one.program] : [])))
  return [...programs].flatMap((number) => {
    const program = programOf(settings, number)
    return isInRange(program, settings.clearance) ? checkOverlap(program, settings.clearance) : []
  })
}

function isInRange({ phases }: Program, { yellow, redClearance }: Clearance): boolean {
  return (
    phases.every(({ green, start }) => [green, start].every((value) => isWholeWithin(value, PROGRAM_VALUE_RANGE))) &&
    [yellow, redClearance].every((value) => isWholeWithin(value, CLEARANCE_RANGE))
  )
}

/** Returns the enabled plans that run a program. */
export function plansUsing(settings: ControllerSettings, program: ProgramNumber): readonly PlanNumber[] {
  return settings.plans.filter((plan) => plan.enabled && plan.programNumber === program).map((plan) => plan.number)
}

/** (V3) Finds a reported total period that differs from the cycle of R6. */
function checkReportedPeriod(program: Program, clearance: Clearance, reportedPeriod: number): Finding[] {
  const limit = cycleSeconds(program, clearance)
  if (reportedPeriod === limit) return []
  return [found('periodDiffers', periodKey(program.number), { program: program.number, value: reportedPeriod, limit })]
}
