import { Button } from '@mantine/core'
import { asOf } from '../../data/asOf.ts'
import { MAX_ATTEMPTS } from '../../data/livePolicy.ts'
import { type ConnectionState, reconnect, useConnectionState, useLiveLost } from '../../data/useLive.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useHeld } from '../../data/useWatch.ts'
import { sinceText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { StatusShape } from '../../ui/states/StatusTag.tsx'
import styles from './LiveBanner.module.css'

/** Shown while live data is lost, or kept answers stand in for new ones; offers to connect again. */
export function LiveBanner() {
  const t = useTexts('common', 'shell')
  const state = useConnectionState()
  const lost = useLiveLost()
  const keptMs = useHeld(asOf)
  if (!lost && keptMs === null) return null
  return (
    <div className={styles.banner} data-old={keptMs !== null || undefined}>
      <span className={styles.text} role="alert">
        <StatusShape tone="warn" />
        {keptMs === null ? t('banner.lost') : t('banner.kept', { time: sinceText(keptMs, serverNowMs()) })}
      </span>
      <Progress state={state} />
      <Button
        className={styles.action ?? ''}
        variant="default"
        size="xs"
        disabled={state.kind === 'connecting'}
        onClick={reconnect}
      >
        {t('banner.reconnect')}
      </Button>
    </div>
  )
}

/** The state of reconnecting. It is not announced to screen readers, because it changes every three seconds. */
function Progress({ state }: { state: ConnectionState }) {
  const t = useTexts('common', 'shell')
  switch (state.kind) {
    case 'retrying':
      return <span>{t('banner.retrying', { attempt: state.attempt, attempts: MAX_ATTEMPTS })}</span>
    case 'connecting':
      return <span>{t('banner.connecting')}</span>
    case 'refused':
      return <span>{t('banner.refused', { reason: state.reason || t('banner.noReason') })}</span>
    default:
      return null
  }
}
