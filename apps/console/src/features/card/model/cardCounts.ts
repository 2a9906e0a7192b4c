/** @file The numbers of the card: how many junctions work, and what the others have, the worst first. */
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import { type HealthCode, healthOf } from '../../../data/health.ts'
import type { WatchState } from '../../../data/watch.ts'

/** Numbers of junctions. */
export interface CardCounts {
  readonly total: number
  /** Those of which nothing is known to be wrong; a hold is intended. */
  readonly working: number
  /** All others by their state, the worst first. */
  readonly others: readonly { readonly code: HealthCode; readonly count: number }[]
}

/** Counts junctions by their health. A junction whose health is not known yet has not been checked. */
export function cardCounts(junctions: Iterable<FleetJunction>, watch: WatchState): CardCounts {
  const counts = new Map<HealthCode, { level: number; count: number }>()
  let total = 0
  let working = 0
  for (const { facts } of junctions) {
    total += 1
    const { level, code } = healthOf(facts, watch) ?? ({ level: 0, code: 'unknown' } as const)
    if (level === 2 || code === 'ok') working += 1
    else counts.set(code, { level, count: (counts.get(code)?.count ?? 0) + 1 })
  }
  const others = [...counts].map(([code, { level, count }]) => ({ code, level, count }))
  others.sort((a, b) => b.level - a.level || b.count - a.count)
  return { total, working, others: others.map(({ code, count }) => ({ code, count })) }
}
