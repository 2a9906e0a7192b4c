/** What a phase really does on the street, measured between samples: the length of its greens and of its cycle. */
import type { LampReadings } from '@greenwave/controller/telemetry'
import { STALE_AFTER_MS } from './freshness.ts'

/** Lengths in whole seconds, null until a whole one was seen without a gap. */
export interface ObservedTiming {
  readonly green: number | null
  readonly cycle: number | null
  readonly memory: {
    readonly sampleAtMs: number | null
    readonly wasGreen: boolean
    /** When the running or last green began, if its beginning was seen. */
    readonly greenSinceMs: number | null
  }
}

export const NOTHING_OBSERVED: ObservedTiming = {
  green: null,
  cycle: null,
  memory: { sampleAtMs: null, wasGreen: false, greenSinceMs: null },
}

/** Folds the next sample of a phase. A gap in the samples forgets what was being measured, not what was measured. */
export function foldObserved(before: ObservedTiming, lamps: LampReadings, sampleAtMs: number): ObservedTiming {
  const { memory } = before
  const isGreen = (lamps.green ?? 0) > 0
  const gap = memory.sampleAtMs === null || sampleAtMs - memory.sampleAtMs > STALE_AFTER_MS
  if (gap) return { ...before, memory: { sampleAtMs, wasGreen: isGreen, greenSinceMs: null } }
  if (isGreen && !memory.wasGreen) {
    const cycle = memory.greenSinceMs === null ? before.cycle : wholeSeconds(sampleAtMs - memory.greenSinceMs)
    return { ...before, cycle, memory: { sampleAtMs, wasGreen: true, greenSinceMs: sampleAtMs } }
  }
  if (!isGreen && memory.wasGreen) {
    const green = memory.greenSinceMs === null ? before.green : wholeSeconds(sampleAtMs - memory.greenSinceMs)
    return { ...before, green, memory: { ...memory, sampleAtMs, wasGreen: false } }
  }
  return { ...before, memory: { ...memory, sampleAtMs } }
}

function wholeSeconds(ms: number): number {
  return Math.round(ms / 1000)
}
