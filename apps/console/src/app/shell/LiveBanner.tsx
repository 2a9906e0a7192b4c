import { Button } from '@mantine/core'
import { MAX_ATTEMPTS } from '../../data/livePolicy.ts'
import { type ConnectionState, reconnect, useConnectionState, useLiveLost } from '../../data/useLive.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { StatusShape } from '../../ui/states/StatusTag.tsx'
import styles from './LiveBanner.module.css'

/** Shown while live data is lost; offers to connect again. */
export function LiveBanner() {
  const t = useTexts('common', 'shell')
  const state = useConnectionState()
  const lost = useLiveLost()
  if (!lost) return null
  return (
    <div className={styles.banner}>
      <span className={styles.text} role="alert">
        <StatusShape tone="warn" />
        {t('banner.lost')}
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
