import { type ConnectionState, useConnectionState } from '../../data/useLive.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { StatusTag, type Tone } from '../../ui/states/StatusTag.tsx'

const TONES: Readonly<Record<ConnectionState['kind'], Tone>> = {
  off: 'mute',
  connecting: 'info',
  live: 'ok',
  retrying: 'warn',
  lost: 'bad',
  refused: 'bad',
}

/** Shows in one word whether the data on screen is live. */
export function LiveBadge() {
  const t = useTexts('common', 'shell')
  const { kind } = useConnectionState()
  return <StatusTag tone={TONES[kind]}>{t(`live.${kind}`)}</StatusTag>
}
