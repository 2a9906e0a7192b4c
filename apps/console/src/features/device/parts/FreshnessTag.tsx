import type { Freshness } from '../../../data/device/freshness.ts'
import type { SignalSamples } from '../../../data/device/street/signalSamples.ts'
import { ageNow } from '../../../data/useFreshness.ts'
import { useNow } from '../../../data/useNow.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { useAgeText } from '../words/useAgeText.ts'

/** The age of the last sample, counting on by itself. */
export function FreshnessTag({ samples, kind }: { samples: SignalSamples; kind: Freshness['kind'] }) {
  const t = useTexts('device')
  const ageText = useAgeText()
  useNow(1000)
  const ageMs = ageNow(samples)
  if (kind === 'lost') {
    return (
      <StatusTag tone="bad">
        {ageMs === null ? t('signals.lostNothing') : t('signals.lost', { age: ageText(ageMs) })}
      </StatusTag>
    )
  }
  if (kind === 'noData' || ageMs === null) return <StatusTag tone="mute">{t('signals.waiting')}</StatusTag>
  const age = ageText(ageMs)
  return kind === 'live' ? (
    <StatusTag tone="ok">{t('signals.live', { age })}</StatusTag>
  ) : (
    <StatusTag tone="warn">{t('signals.stale', { age })}</StatusTag>
  )
}
