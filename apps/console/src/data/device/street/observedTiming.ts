/** What a phase really does on the street, measured between samples: the length of its greens and of its cycles. */
import type { LampReadings } from '@greenwave/controller/telemetry'
import { STALE_AFTER_MS } from '../../freshness.ts'

/** Lengths in whole seconds, the newest first, at most two; empty until a whole one was seen without a gap. */
export interface ObservedTiming {
  readonly greens: readonly number[]
  readonly cycles: readonly number[]
  readonly memory: {
    readonly sampleAtMs: number | null
    readonly wasGreen: boolean
    /** When the running or last green began, if its beginning was seen. */
    readonly greenSinceMs: number | null
  }
}

export const NOTHING_OBSERVED: ObservedTiming = {
  greens: [],
  cycles: [],
  memory: { sampleAtMs: null, wasGreen: false, greenSinceMs: null },
}

/** Folds the next sample of a phase. A gap in the samples forgets what was being measured, not what was measured. */
export function foldObserved(before: ObservedTiming, lamps: LampReadings, sampleAtMs: number): ObservedTiming {
  const { memory } = before
  const isGreen = (lamps.green ?? 0) > 0
  const gap = memory.sampleAtMs === null || sampleAtMs - memory.sampleAtMs > STALE_AFTER_MS
  if (gap) return { ...before, memory: { sampleAtMs, wasGreen: isGreen, greenSinceMs: null } }
  if (isGreen && !memory.wasGreen) {
    const cycles = withMeasured(before.cycles, memory.greenSinceMs, sampleAtMs)
    return { ...before, cycles, memory: { sampleAtMs, wasGreen: true, greenSinceMs: sampleAtMs } }
  }
  if (!isGreen && memory.wasGreen) {
    const greens = withMeasured(before.greens, memory.greenSinceMs, sampleAtMs)
    return { ...before, greens, memory: { ...memory, sampleAtMs, wasGreen: false } }
  }
  return { ...before, memory: { ...memory, sampleAtMs } }
}

function withMeasured(lengths: readonly number[], sinceMs: number | null, untilMs: number): readonly number[] {
  return sinceMs === null ? lengths : [Math.round((untilMs - sinceMs) / 1000), ...lengths].slice(0, 2)
}

/** Samples come once a second, so that a length is known to a second. */
const TOLERANCE_SECONDS = 1

/**
 * Whether the street differs from what is programmed. Only the second odd length in a row counts: at midnight, and when a
 * clock is set, a controller joins its cycle anew, and one green or cycle may rightly be odd.
 */
export function streetDiffers(observed: readonly number[], programmed: number): boolean {
  return observed.length === 2 && observed.every((length) => Math.abs(length - programmed) > TOLERANCE_SECONDS)
}
