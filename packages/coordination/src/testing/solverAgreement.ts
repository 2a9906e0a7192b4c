import type { Objective } from '../corridor.ts'
import { planCorridor } from '../plan.ts'
import { bestByMixedInteger } from './mixedInteger.ts'
import { randomCorridor, seeded } from './randomCorridor.ts'

const CYCLES = [60, 72, 80, 90, 100, 120, 150]
const OBJECTIVES: readonly Objective[] = ['equal', { outbound: 2, inbound: 1 }]

/** Seconds by which planner and solver may differ: the solver's own tolerance, and travel times in milliseconds. */
export const SOLVER_TOLERANCE = 0.1

/**
 * Plans a random corridor of 3 to `longest` junctions for equal and for weighted bands, and returns by how many seconds
 * the worse of both differs from what the solver finds; infinity if a plan is not exact. Every second corridor has
 * greens and speeds that differ by direction.
 */
export function differenceFromSolver(seed: number, longest: number): number {
  const random = seeded(seed)
  const junctions = 3 + (seed % (longest - 2))
  const cycle = CYCLES[Math.floor(random() * CYCLES.length)] ?? 90
  const corridor = randomCorridor({ junctions, cycle, unequal: seed % 2 === 1 }, random)
  return Math.max(
    ...OBJECTIVES.map((objective) => {
      const plan = planCorridor(corridor, { objective, cycle })
      if (!plan.exact) return Number.POSITIVE_INFINITY
      return Math.abs(plan.boundS - bestByMixedInteger(corridor, { objective, cycle }))
    }),
  )
}
