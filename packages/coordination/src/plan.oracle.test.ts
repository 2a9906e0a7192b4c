import { expect, it } from 'vitest'
import { differenceFromSolver, SOLVER_TOLERANCE } from './testing/solverAgreement.ts'

// `npm run test:soak -- corridors` compares 200 corridors of up to 12 junctions.
const CORRIDORS = 20

it('finds the bands that a mixed-integer solver finds, for equal and for weighted bands', () => {
  const differences = Array.from({ length: CORRIDORS }, (_, seed) => differenceFromSolver(seed, 5))
  expect(Math.max(...differences)).toBeLessThan(SOLVER_TOLERANCE)
})
