import type { PerPhase } from '@greenwave/controller/controllerLimits'
import type { Program } from '@greenwave/controller/settings'
import type { SetJunction } from '../fromSettings.ts'
import { websterTiming } from './websterTiming.ts'

/**
 * Returns a junction's program at a cycle with greens in proportion to the flows of its phases' fullest lanes, so that all
 * are equally full (Webster 1958), without unused time. Flows are vehicles an hour; phases without one are not served.
 * Null if the cycle is too short for them.
 */
export function programByFlows(
  { program, clearance }: Pick<SetJunction, 'program' | 'clearance'>,
  cycle: number,
  flows: PerPhase<number>,
): Program | null {
  const phases = websterTiming({ ratios: flows, cycle, clearance, phases: program.phases })
  // A stored period belongs to other greens.
  return phases && { ...program, phases, sharedPeriod: 0 }
}
