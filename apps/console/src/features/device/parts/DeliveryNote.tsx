import type { DeliveryState, KeyDelivery } from '@greenwave/controller/delivery'
import type { GroupDelivery } from '@greenwave/controller/settingTable/delivery'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { UNTAKEN } from '../../../data/device/settings/deliveries.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusShape } from '../../../ui/states/StatusTag.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import styles from './DeliveryNote.module.css'

/** How many settings are described; the others are only counted. */
const MOST_LINES = 3

const deliveriesOf = ({ deliveries }: DeviceState) => deliveries

interface DeliveryNoteProps {
  readonly deviceId: string
  readonly onOpen: OpenDialog | undefined
}

/**
 * Describes the settings that were saved but not taken by the controller, with a button to send them again, or says
 * that the controller reports none. Absent when all are taken.
 */
export function DeliveryNote({ deviceId, onOpen }: DeliveryNoteProps) {
  const t = useTexts('device')
  const deliveries = useDevice(deviceId, deliveriesOf)
  const { notTaken } = deliveries.summary
  const untaken = deliveries.groups.filter((group) => UNTAKEN.includes(group.state))
  const waiting = deliveries.groups.filter((group) => group.state === 'waiting')
  const noReport = deliveries.groups.filter((group) => group.state === 'noReport').length

  if (untaken.length > 0) {
    return (
      <Note tone="warn">
        <Lines groups={untaken} states={UNTAKEN} count={notTaken} />
        {onOpen && (
          <Button variant="default" size="xs" onClick={() => onOpen({ kind: 'sendAgain' })}>
            {t('delivery.sendAgain')}
          </Button>
        )}
      </Note>
    )
  }
  if (waiting.length > 0) {
    return (
      <Note tone="info">
        <Lines groups={waiting} states={['waiting']} count={notTaken} />
      </Note>
    )
  }
  return (
    noReport > 0 && (
      <Note tone="mute">
        <p>{t('delivery.noReportAtAll', { count: noReport })}</p>
      </Note>
    )
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

function Note({ tone, children }: { tone: 'warn' | 'info' | 'mute'; children: ReactNode }) {
  return (
    <div className={styles.note} data-tone={tone} role="status">
      <StatusShape tone={tone} />
      {children}
    </div>
  )
}
