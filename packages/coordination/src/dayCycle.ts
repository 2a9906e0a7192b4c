import { SECONDS_PER_DAY } from '@greenwave/controller/controllerLimits'

/** Effect of midnight on a cycle that does not divide the day (V13), seconds. */
export interface MidnightCut {
  readonly cycle: number
  /** Length of the cycle that is cut at midnight, where each controller begins to count anew (R8). */
  readonly rest: number
  /** The next cycles that divide the day. */
  readonly shorter: number
  readonly longer: number
}

/** (V13) Effect of midnight on a cycle, whole seconds from 1; null if the cycle divides the day. */
export function midnightCut(cycle: number): MidnightCut | null {
  const rest = SECONDS_PER_DAY % cycle
  if (rest === 0) return null
  let [shorter, longer] = [cycle, cycle]
  while (SECONDS_PER_DAY % shorter !== 0) shorter--
  while (SECONDS_PER_DAY % longer !== 0) longer++
  return { cycle, rest, shorter, longer }
}
