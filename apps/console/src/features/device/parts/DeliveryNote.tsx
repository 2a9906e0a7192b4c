import { type DeliveryState, isUntaken } from '@greenwave/controller/delivery'
import type { GroupDelivery } from '@greenwave/controller/settingTable/delivery'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useKeyDeliveryText } from '../../../shared/changeState.tsx'
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
  /** True where settings that were not taken are the problem of the junction, which is named above. */
  readonly isNamed: boolean
}

/**
 * Describes the settings that were saved but not taken by the controller, with a button to send them again, or says
 * that the controller reports none. Absent when all are taken.
 */
export function DeliveryNote({ deviceId, onOpen, isNamed }: DeliveryNoteProps) {
  const t = useTexts('device')
  const deliveries = useDevice(deviceId, deliveriesOf)
  const { notTaken } = deliveries.summary
  const untaken = deliveries.groups.filter((group) => isUntaken(group.state))
  const waiting = deliveries.groups.filter((group) => group.state === 'waiting')
  const noReport = deliveries.groups.filter((group) => group.state === 'noReport').length

  if (untaken.length > 0) {
    return (
      <Note tone="warn">
        <Lines groups={untaken} isShown={isUntaken} count={isNamed ? null : notTaken} />
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
        <Lines groups={waiting} isShown={(state) => state === 'waiting'} count={notTaken} />
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
  /** Selects the states to describe. */
  readonly isShown: (state: DeliveryState) => boolean
  /** The number of settings that are not taken, counted as in the lists of devices; null where they are named above. */
  readonly count: number | null
}

/** Shows how many settings are not taken, and for each one its first value and the number of its other values. */
function Lines({ groups, isShown, count }: LinesProps) {
  const t = useTexts('device')
  const keyText = useKeyDeliveryText()
  const more = groups.length - MOST_LINES
  return (
    <div className={styles.words}>
      {count !== null && <p>{t('delivery.notTaken', { count })}</p>}
      <ul>
        {groups.slice(0, MOST_LINES).map((group) => {
          const [first, ...others] = group.keys.filter((key) => isShown(key.state))
          return (
            first && (
              <li key={first.key}>
                {keyText(first)}
                {others.length > 0 && <small> {t('delivery.moreValues', { count: others.length })}</small>}
              </li>
            )
          )
        })}
        {more > 0 && <li>{t('delivery.more', { count: more })}</li>}
      </ul>
    </div>
  )
}

function Note({ tone, children }: { tone: 'warn' | 'info' | 'mute'; children: ReactNode }) {
  return (
    <div className={styles.note} data-tone={tone} role="status">
      <StatusShape tone={tone} />
      {children}
    </div>
  )
}
