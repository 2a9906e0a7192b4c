import { useEffect, useReducer, useState } from 'react'
import { type Freshness, freshness, type SampleTimes, STALE_AFTER_MS, sampleAgeMs } from './device/freshness.ts'
import { serverNowMs } from './serverTime.ts'
import { useConnectionState } from './useLive.ts'

/** Returns whether a sample may look live. Renders again at the moment when it no longer may. */
export function useFreshness({ sampleAtMs, arrivedAtMs }: SampleTimes): Freshness {
  const connected = useConnectionState().kind === 'live'
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const state = freshness(ageNow({ sampleAtMs, arrivedAtMs }), connected)
  const isLive = state.kind === 'live'
  useEffect(() => {
    if (!isLive) return
    const left = STALE_AFTER_MS - (ageNow({ sampleAtMs, arrivedAtMs }) ?? 0)
    const timer = setTimeout(renderAgain, Math.max(0, left) + 1)
    return () => clearTimeout(timer)
  }, [sampleAtMs, arrivedAtMs, isLive])
  return state
}

/** Returns the age of a sample at this moment, milliseconds; null where it has none. */
export function ageNow(sample: SampleTimes): number | null {
  const nowMs = Date.now()
  return sampleAgeMs(sample, nowMs, serverNowMs() - nowMs)
}

/**
 * Returns whether a sample that is part of a device's telemetry may look live, by its own age.
 *
 * @param sampleAtMs when the platform says that it was taken, epoch ms; null for none
 * @param frameAtMs when the latest frame arrived, with this sample or without it, epoch ms by this computer's clock
 */
export function useFreshnessAmong(sampleAtMs: number | null, frameAtMs: number): Freshness {
  const [times, setTimes] = useState<SampleTimes>({ sampleAtMs: null, arrivedAtMs: null })
  // It arrived with the first frame that had it.
  const current = times.sampleAtMs === sampleAtMs ? times : { sampleAtMs, arrivedAtMs: frameAtMs }
  if (current !== times) setTimes(current)
  return useFreshness(current)
}
