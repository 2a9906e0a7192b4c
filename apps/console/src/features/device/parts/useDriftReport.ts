import { useEffect, useState } from 'react'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifyInfo } from '../../../ui/notify.tsx'
import type { DeviceClockView } from '../model/deviceClockView.ts'
import { useDriftText } from './ClockFacts.tsx'

/** A controller that took a time shows it in a sample taken at least so long after it was sent, milliseconds. */
const SETTLED_MS = 2000

/** Says how far the clock is off once a time that was sent must have been taken. Answers what to call when one is sent. */
export function useDriftReport(clock: DeviceClockView | null): () => void {
  const t = useTexts('device')
  const driftText = useDriftText()
  const [sentAtMs, setSentAtMs] = useState<number | null>(null)
  const driftSeconds = clock?.driftSeconds ?? null
  const isDue = sentAtMs !== null && driftSeconds !== null && (clock?.sampleAtMs ?? 0) > sentAtMs + SETTLED_MS
  useEffect(() => {
    if (!isDue || driftSeconds === null) return
    setSentAtMs(null)
    notifyInfo(t('form.driftLeft', { drift: driftText(driftSeconds) }))
  }, [isDue, driftSeconds, t, driftText])
  return () => setSentAtMs(serverNowMs())
}
