import { useEffect, useReducer } from 'react'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useConnectionState } from '../../../data/useLive.ts'
import { type Freshness, freshness, STALE_AFTER_MS } from '../model/freshness.ts'
import { type SignalSamples, sampleAgeMs } from '../model/signalSamples.ts'

/** Whether the lamps may look live. Renders again at the moment when they no longer may. */
export function useFreshness(samples: SignalSamples): Freshness {
  const connected = useConnectionState().kind === 'live'
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const state = freshness(ageNow(samples), connected)
  const isLive = state.kind === 'live'
  useEffect(() => {
    if (!isLive) return
    const left = STALE_AFTER_MS - (ageNow(samples) ?? 0)
    const timer = setTimeout(renderAgain, Math.max(0, left) + 1)
    return () => clearTimeout(timer)
  }, [samples, isLive])
  return state
}

/** Age of the newest countdown at this moment, milliseconds. */
export function ageNow(samples: SignalSamples): number | null {
  const nowMs = Date.now()
  return sampleAgeMs(samples, nowMs, serverNowMs() - nowMs)
}
