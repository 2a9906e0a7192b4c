/** Environment variable that `npm run test:soak`, which has the time, sets to 'all'. */
export const ROUNDS_VARIABLE = 'GREENWAVE_TEST_ROUNDS'

/**
 * Returns the number of rounds for a test that starts processes, opens connections or waits for a disk in each round:
 * all under `npm run test:soak`, a few under `npm test`.
 */
export function rounds({ few, all }: { readonly few: number; readonly all: number }): number {
  return process.env[ROUNDS_VARIABLE] === 'all' ? all : few
}
