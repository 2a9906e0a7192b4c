import { LAMP_KEYS } from '@greenwave/controller/keys'
import { lampReading } from '@greenwave/controller/telemetry'
import type { TimedValue, TimedValues } from '@greenwave/controller/timedValue'
import { type Counts, MISSING } from '@greenwave/observer/counts'
import { STALE_AFTER_MS } from '@greenwave/observer/timing'

/** Returns the time of the newest countdown; null if there is none. */
export function newestLampTime(latest: TimedValues): number | null {
  let newest: number | null = null
  for (const key of LAMP_KEYS) {
    const ts = latest[key]?.ts
    if (ts !== undefined && (newest === null || ts > newest)) newest = ts
  }
  return newest
}

/** Returns the nine counts at a sample; a lamp is missing when its key is, when it is no count or too old. */
export function countsAt(latest: TimedValues, sampleAtMs: number): Counts {
  return LAMP_KEYS.map((key) => countAt(latest[key], sampleAtMs))
}

function countAt(sample: TimedValue | undefined, sampleAtMs: number): number {
  const isOld = !sample || sampleAtMs - sample.ts > STALE_AFTER_MS
  return isOld ? MISSING : (lampReading(sample.value) ?? MISSING)
}
