import { useEffect, useRef } from 'react'
import type { DeviceClockView } from '../../../data/device/deviceClockView.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifyInfo } from '../../../ui/notices/notify.tsx'
import { useDriftText } from './ClockFacts.tsx'

/** How long after a time was sent a sample must be taken to show that the controller took it, milliseconds. */
const SETTLED_MS = 2000

/**
 * Shows a notice of how far the clock is still off after a time was sent and the controller must have taken it. Returns
 * the function to call when a time is sent.
 */
export function useDriftReport(clock: DeviceClockView | null): () => void {
  const t = useTexts('device')
  const driftText = useDriftText()
  const sentAtMs = useRef<number | null>(null)
  const driftSeconds = clock?.driftSeconds ?? null
  const sampleAtMs = clock?.sampleAtMs ?? 0
  useEffect(() => {
    if (sentAtMs.current === null || driftSeconds === null || sampleAtMs <= sentAtMs.current + SETTLED_MS) return
    sentAtMs.current = null
    notifyInfo(t('form.driftLeft', { drift: driftText(driftSeconds) }))
  }, [sampleAtMs, driftSeconds, t, driftText])
  return () => {
    sentAtMs.current = serverNowMs()
  }
}
