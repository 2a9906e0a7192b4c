import { useEffect, useRef } from 'react'
import type { DeviceClockView } from '../../../data/device/deviceClockView.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifyInfo } from '../../../ui/notices/notify.tsx'
import { useDriftText } from './ClockFacts.tsx'

/** A controller that took a time shows it in a sample taken at least so long after it was sent, milliseconds. */
const SETTLED_MS = 2000

/** Says how far the clock is off once a time that was sent must have been taken. Returns what to call when one is sent. */
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
