/** The lengths of a phase's greens and cycles on the street, measured between samples. */
import type { LampReadings } from '@greenwave/controller/telemetry'
import { STALE_AFTER_MS } from '../../freshness.ts'

/** Lengths in whole seconds, newest first, at most two. Empty until one was observed whole and without a gap. */
export interface ObservedTiming {
  readonly greens: readonly number[]
  readonly cycles: readonly number[]
  readonly memory: {
    readonly sampleAtMs: number | null
    readonly wasGreen: boolean
    /** When the current or last green began, if its beginning was observed. */
    readonly greenSinceMs: number | null
  }
}

export const NOTHING_OBSERVED: ObservedTiming = {
  greens: [],
  cycles: [],
  memory: { sampleAtMs: null, wasGreen: false, greenSinceMs: null },
}

/**
 * Folds in the next sample of a phase. A gap in the samples discards the measurement in progress and keeps finished
 * ones.
 */
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

/** Samples come once a second, so a length is only known to a second. */
const TOLERANCE_SECONDS = 1

/**
 * Returns whether the observed lengths differ from the programmed one. Only a second odd length in a row counts: at
 * midnight, and when a clock is set, a controller enters its cycle at another second, and one green or cycle may be
 * odd.
 */
export function streetDiffers(observed: readonly number[], programmed: number): boolean {
  return observed.length === 2 && observed.every((length) => Math.abs(length - programmed) > TOLERANCE_SECONDS)
}
