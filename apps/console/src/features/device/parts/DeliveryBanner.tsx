import type { DeliveryState, KeyDelivery } from '@greenwave/controller/delivery'
import type { GroupDelivery } from '@greenwave/controller/settingTable/delivery'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { UNTAKEN } from '../../../data/device/settings/deliveries.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusShape } from '../../../ui/states/StatusTag.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { useDeviceHealth } from '../model/useDeviceHealth.ts'
import styles from './DeliveryBanner.module.css'

/** How many settings are described; the others are only counted. */
const MOST_LINES = 3

const deliveriesOf = ({ deliveries }: DeviceState) => deliveries

interface DeliveryBannerProps {
  readonly deviceId: string
  readonly onOpen: OpenDialog | undefined
}

/**
 * Describes the settings that were saved but not taken by the controller, with a button to send them again, or says
 * that the controller reports none. When all are taken, it is one small line, and nothing beside a danger.
 */
export function DeliveryBanner({ deviceId, onOpen }: DeliveryBannerProps) {
  const t = useTexts('device')
  const deliveries = useDevice(deviceId, deliveriesOf)
  const { health } = useDeviceHealth(deviceId)
  const lost = useLiveLost()
  const { notTaken } = deliveries.summary
  const untaken = deliveries.groups.filter((group) => UNTAKEN.includes(group.state))
  const waiting = deliveries.groups.filter((group) => group.state === 'waiting')
  const noReport = deliveries.groups.filter((group) => group.state === 'noReport').length

  if (untaken.length > 0) {
    return (
      <Banner tone="warn">
        <Lines groups={untaken} states={UNTAKEN} count={notTaken} />
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
        <Lines groups={waiting} states={['waiting']} count={notTaken} />
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
  const { length } = deliveries.groups
  const isAll = length > 0 && deliveries.groups.every(({ state }) => state === 'applied')
  if (!isAll || health?.level === 5) return null
  return (
    <p className={styles.all}>
      {length === 1 ? t('delivery.oneApplied') : t('delivery.allApplied', { count: length })}
      {lost && ` · ${t('signals.lastKnown')}`}
    </p>
  )
}

interface LinesProps {
  readonly groups: readonly GroupDelivery[]
  /** The states to describe. */
  readonly states: readonly DeliveryState[]
  /** The number of settings that are not taken, counted as in the lists of devices. */
  readonly count: number
}

/** Shows how many settings are not taken, and for each one its first value and the number of its other values. */
function Lines({ groups, states, count }: LinesProps) {
  const t = useTexts('device')
  const { nameOf, valueText } = useSettingWords()
  const more = groups.length - MOST_LINES
  return (
    <div className={styles.words}>
      <p>{t('delivery.notTaken', { count })}</p>
      <ul>
        {groups.slice(0, MOST_LINES).map((group) => {
          const [first, ...others] = group.keys.filter((key) => states.includes(key.state))
          return (
            first && (
              <li key={first.key}>
                {line(first)}
                {others.length > 0 && <small> {t('delivery.moreValues', { count: others.length })}</small>}
              </li>
            )
          )
        })}
        {more > 0 && <li>{t('delivery.more', { count: more })}</li>}
      </ul>
    </div>
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
