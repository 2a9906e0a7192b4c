/** Set to 'all' by `npm run test:soak`, which has the time. */
export const ROUNDS_VARIABLE = 'GREENWAVE_TEST_ROUNDS'

/**
 * Returns how many rounds a test goes that starts processes, opens connections or waits for a disk in each: all of them under
 * `npm run test:soak`, a few under `npm test`.
 */
export function rounds({ few, all }: { readonly few: number; readonly all: number }): number {
  return process.env[ROUNDS_VARIABLE] === 'all' ? all : few
}
