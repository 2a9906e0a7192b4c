import { useLiveLost } from '../../../data/useLive.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'

/** The platform's activity flag as a badge: Active green, Inactive red; the last known one while live data is lost. */
export function ActiveTag({ active }: { active: boolean }) {
  const t = useTexts('device')
  const words = t(active ? 'info.active' : 'info.inactive')
  if (useLiveLost()) return <StatusTag tone="mute">{`${words} · ${t('signals.lastKnown')}`}</StatusTag>
  return <StatusTag tone={active ? 'ok' : 'bad'}>{words}</StatusTag>
}
