import { expect } from 'vitest'

/** Waits until a check passes; fails with the check's own message after three minutes: the machine may be busy. */
export function until(check: () => unknown): Promise<unknown> {
  return expect.poll(check, { interval: 5 }).toBeTruthy()
}
