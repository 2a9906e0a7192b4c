import { compareRecounts } from '@greenwave/observer/conformity/testing/recounts'
import { injectedErrors } from '@greenwave/observer/conformity/testing/stretches'
import type { Soak } from '../scene/soakRow.ts'

const STREETS = 500
const SEEDS = 200

/**
 * Counts random streets by the product and naively, and looks for errors that were put into programs. Takes half a
 * minute, whatever number of seconds is given.
 */
export const conformity: Soak = async () => {
  compareRecounts(STREETS)
  const wrong = Array.from({ length: SEEDS }, (_, seed) => injectedErrors(seed)).flat()
  return {
    counts: { streets: STREETS, seeds: SEEDS },
    held: [
      { promise: 'sums are those of a naive recount', figure: `${STREETS} streets`, kept: true },
      {
        promise: 'errors of 1 s in position and 2 s in a green are found within 10 cycles, and none made up',
        figure: wrong[0] ?? `${SEEDS} seeds`,
        kept: wrong.length === 0,
      },
    ],
  }
}
