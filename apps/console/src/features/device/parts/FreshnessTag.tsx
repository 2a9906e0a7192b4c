import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { useAgeText } from '../../../ui/states/useAgeText.ts'

const freshnessOf = ({ lampsFreshness }: DeviceState) => lampsFreshness

/** Shows the age of the last sample, which keeps counting. */
export function FreshnessTag({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const ageText = useAgeText()
  const freshness = useDevice(deviceId, freshnessOf)
  if (freshness.kind === 'noData') return <StatusTag tone="mute">{t('signals.waiting')}</StatusTag>
  const { kind, ageMs } = freshness
  if (kind === 'lost') {
    return (
      <StatusTag tone="bad">
        {ageMs === null ? t('signals.lostNothing') : t('signals.lost', { age: ageText(ageMs) })}
      </StatusTag>
    )
  }
  const age = ageText(ageMs)
  return kind === 'live' ? (
    <StatusTag tone="ok">{t('signals.live', { age })}</StatusTag>
  ) : (
    <StatusTag tone="warn">{t('signals.stale', { age })}</StatusTag>
  )
}
