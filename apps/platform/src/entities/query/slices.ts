import { setImmediate } from 'node:timers/promises'
import { LIMITS } from '../../limits/limits.ts'

/** Steps between two looks at the clock. */
const STEPS = 16

/** Divides long work into slices of a few milliseconds. */
export interface Slices {
  /** Returns whether the slice is used up; call it before each step, and `pause` when it is true. */
  isOver(): boolean
  /** Yields to the event loop. Rejects when the result is no longer needed. */
  pause(): Promise<void>
}

/**
 * Begins the first slice.
 * @param signal aborts when the result is no longer needed
 * @param now returns milliseconds
 */
export function createSlices(signal: AbortSignal, now: () => number = () => performance.now()): Slices {
  let end = now() + LIMITS.querySliceMs.value
  let steps = 0
  return {
    isOver() {
      steps += 1
      return steps % STEPS === 0 && now() >= end
    },
    async pause() {
      await setImmediate()
      signal.throwIfAborted()
      end = now() + LIMITS.querySliceMs.value
    },
  }
}
