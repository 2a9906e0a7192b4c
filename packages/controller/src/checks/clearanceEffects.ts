import { CLEARANCE_RANGE, isWholeWithin, type PlanNumber, type ProgramNumber } from '../controllerLimits.ts'
import { cycleSeconds } from '../cycle.ts'
import type { Clearance, ControllerSettings } from '../settings.ts'
import { plansUsing } from './program.ts'

/** The effect of a change of yellow and red clearance on one program. */
export interface ProgramEffect {
  readonly program: ProgramNumber
  /** The enabled plans that run it. */
  readonly plans: readonly PlanNumber[]
  /** Cycle before and after the change, seconds. */
  readonly cycleBefore: number
  readonly cycleAfter: number
}

/**
 * (V8) Returns, for every program that enabled plans use, its cycle before and after a change of the clearance times.
 */
export function clearanceEffects(settings: ControllerSettings, next: Clearance): readonly ProgramEffect[] {
  if (![next.yellow, next.redClearance].every((seconds) => isWholeWithin(seconds, CLEARANCE_RANGE))) return []
  return settings.programs.flatMap((program) => {
    const plans = plansUsing(settings, program.number)
    if (plans.length === 0) return []
    return {
      program: program.number,
      plans,
      cycleBefore: cycleSeconds(program, settings.clearance),
      cycleAfter: cycleSeconds(program, next),
    }
  })
}
