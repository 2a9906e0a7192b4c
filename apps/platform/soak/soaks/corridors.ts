import { differenceFromSolver, SOLVER_TOLERANCE } from '@greenwave/coordination/testing/solverAgreement'
import type { Soak } from '../scene/soakRow.ts'

const CORRIDORS = 200
const MOST_JUNCTIONS = 12

/**
 * Compares the planner of green waves with an independent solver on random corridors, for equal and for weighted bands.
 * Takes as long as the solver needs, whatever number of seconds is given.
 */
export const corridors: Soak = async () => {
  const differences = Array.from({ length: CORRIDORS }, (_, seed) => differenceFromSolver(seed, MOST_JUNCTIONS))
  const worst = Math.max(...differences)
  const promise = `bands are those of the solver within ${SOLVER_TOLERANCE} s`
  return {
    counts: { corridors: CORRIDORS },
    held: [{ promise, figure: `worst difference ${worst.toFixed(4)} s`, kept: worst < SOLVER_TOLERANCE }],
  }
}
