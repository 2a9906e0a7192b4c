import type { DeviceInfo } from '@greenwave/contract/devices'
import type { JunctionLevel } from '@greenwave/contract/watch'
import type { LevelsById } from '../../../data/queries/junctions.ts'

/** The worst level of several junctions, and how many have it. */
export interface Worst {
  readonly level: Exclude<JunctionLevel, 0 | 1>
  readonly count: number
}

/** Returns the worst level of some devices; null if none asks for anybody. */
export function worstOf(devices: readonly DeviceInfo[], levels: LevelsById): Worst | null {
  for (const level of [5, 4, 3, 2] as const) {
    const count = devices.filter(({ id }) => levels.get(id.id) === level).length
    if (count > 0) return { level, count }
  }
  return null
}
