import type { TroubledJunction } from '../../../data/queries/junctionReads.ts'

/** The worst level of several junctions, and how many have it. */
export interface Worst {
  readonly level: TroubledJunction['level']
  readonly count: number
}

/** Returns the worst level of some junctions in trouble; null without any. */
export function worstOf(troubled: readonly TroubledJunction[]): Worst | null {
  for (const level of [5, 4, 3, 2] as const) {
    const count = troubled.filter((one) => one.level === level).length
    if (count > 0) return { level, count }
  }
  return null
}
