import { Button } from '@mantine/core'
import { type ConnectionState, MAX_ATTEMPTS } from '../../data/liveConnection.ts'
import { reconnect, useConnectionState, useLiveLost } from '../../data/useLive.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { StatusShape } from '../../ui/states/StatusTag.tsx'
import styles from './LiveBanner.module.css'

/** Says that live data is lost, from the moment it is until it is back, and offers to connect again. */
export function LiveBanner() {
  const t = useTexts('shell')
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

/** What is being done about it. Not read out: it changes every three seconds. */
function Progress({ state }: { state: ConnectionState }) {
  const t = useTexts('shell')
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
