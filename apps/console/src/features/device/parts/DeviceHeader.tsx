import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { Button } from '@mantine/core'
import { memo } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useSession } from '../../../data/session.ts'
import { JunctionTabs } from '../../../shared/JunctionTabs.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { useDeviceHealth } from '../model/useDeviceHealth.ts'
import { ActiveTag } from './ActiveTag.tsx'
import { DriftTag } from './ClockFacts.tsx'
import styles from './DeviceHeader.module.css'

interface DeviceHeaderProps {
  readonly info: DeviceInfo
  readonly onOpen: OpenDialog | undefined
}

const driftOf = ({ clock, clockFreshness }: DeviceState) => ({
  drift: clock && { driftSeconds: clock.driftSeconds, level: clock.level },
  old: clockFreshness.kind !== 'live',
})

/** Shows label and name, activity and worst state, the tabs of the junction, the clock's drift, and the button that sets the clock. */
export const DeviceHeader = memo(function DeviceHeader({ info, onOpen }: DeviceHeaderProps) {
  const t = useTexts('device')
  const { drift, old } = useDevice(info.id.id, driftOf)
  const { health } = useDeviceHealth(info.id.id)
  const session = useSession()
  const edits = session.state === 'signedIn' && session.isTenantAdmin
  // A clock in step says nothing beside a danger or a fault but that all is well.
  const isReassuring = drift?.level === 'ok' && !old && health !== null && health.level >= 4
  return (
    <div className={styles.header}>
      <div className={styles.names}>
        <h1>{info.label || t('noLabel')}</h1>
        <p>
          {info.name}
          {info.customerTitle && ` · ${info.customerTitle}`}
        </p>
      </div>
      <ActiveTag info={info} health={health} />
      <JunctionTabs deviceId={info.id.id} isLive />
      <div className={styles.right} data-edits={edits || undefined}>
        {!isReassuring && <DriftTag clock={drift} old={old} />}
        {onOpen && (
          <Button variant="default" onClick={() => onOpen({ kind: 'time' })}>
            {t('form.deviceTimeTitle')}
          </Button>
        )}
      </div>
    </div>
  )
})
