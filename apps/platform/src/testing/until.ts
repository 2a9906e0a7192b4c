import { expect } from 'vitest'

/** Waits until a check passes; fails with the check's own message after five seconds. */
export function until(check: () => unknown): Promise<unknown> {
  return expect.poll(check, { timeout: 5_000, interval: 5 }).toBeTruthy()
}
