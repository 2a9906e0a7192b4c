import type { KeyDelivery } from '@greenwave/controller/delivery'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusShape } from '../../../ui/StatusTag.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { useSettingWords } from '../words/useSettingWords.ts'
import styles from './DeliveryBanner.module.css'
import { type Deliveries, UNTAKEN } from './useDeliveries.ts'

/** Lines that are told in full; the rest is counted. */
const MOST_LINES = 3

/** What was saved and not taken by the controller, in words, with a way to send it once more. Silent when all is well. */
export function DeliveryBanner({ deliveries, onOpen }: { deliveries: Deliveries; onOpen: OpenDialog | undefined }) {
  const t = useTexts('device')
  const keys = deliveries.groups.flatMap((group) => group.keys)
  const untaken = keys.filter((key) => UNTAKEN.includes(key.state))
  const waiting = keys.filter((key) => key.state === 'waiting')
  const noReport = deliveries.groups.filter((group) => group.state === 'noReport').length

  if (untaken.length > 0) {
    return (
      <Banner tone="warn">
        <Lines keys={untaken} />
        {onOpen && (
          <Button variant="default" size="xs" onClick={() => onOpen({ kind: 'sendAgain' })}>
            {t('delivery.sendAgain')}
          </Button>
        )}
      </Banner>
    )
  }
  if (waiting.length > 0) {
    return (
      <Banner tone="info">
        <Lines keys={waiting} />
      </Banner>
    )
  }
  if (noReport > 0) {
    return (
      <Banner tone="mute">
        <p>{t('delivery.noReportAtAll', { count: noReport })}</p>
      </Banner>
    )
  }
  return null
}

function Lines({ keys }: { keys: readonly KeyDelivery[] }) {
  const t = useTexts('device')
  const { nameOf, valueText } = useSettingWords()
  const more = keys.length - MOST_LINES
  return (
    <ul>
      {keys.slice(0, MOST_LINES).map((key) => (
        <li key={key.key}>{line(key)}</li>
      ))}
      {more > 0 && <li>{t('delivery.more', { count: more })}</li>}
    </ul>
  )

  function line({ key, state, desired, reported }: KeyDelivery): string {
    const words = { name: nameOf(key), desired: valueText(key, desired), reported: valueText(key, reported) }
    if (state === 'differs') return t('delivery.keyDiffers', words)
    if (state === 'waiting') return t('delivery.keyWaiting', words)
    return t(reported === undefined ? 'delivery.keyNotConfirmed' : 'delivery.keyNotConfirmedYet', words)
  }
}

function Banner({ tone, children }: { tone: 'warn' | 'info' | 'mute'; children: ReactNode }) {
  return (
    <div className={styles.banner} data-tone={tone} role="status">
      <StatusShape tone={tone} />
      {children}
    </div>
  )
}
