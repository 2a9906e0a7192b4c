import { Button } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import type { DeviceClockView } from '../../../data/device/deviceClockView.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import type { DeviceView } from '../model/deviceView.ts'
import { ActiveTag } from './ActiveTag.tsx'
import { DriftTag } from './ClockFacts.tsx'
import styles from './DeviceHeader.module.css'

interface DeviceHeaderProps {
  readonly view: DeviceView
  readonly clock: Pick<DeviceClockView, 'driftSeconds' | 'level'> | null
  /** The clock's samples have stopped. */
  readonly clockIsOld: boolean
  readonly onOpen: OpenDialog | undefined
  /** What else belongs at the right, as a link to the device's own page. */
  readonly children?: ReactNode
}

/** Label and name with the activity badge, the clock's drift, and setting the clock. */
export const DeviceHeader = memo(function DeviceHeader({
  view,
  clock,
  clockIsOld,
  onOpen,
  children,
}: DeviceHeaderProps) {
  const t = useTexts('device')
  return (
    <div className={styles.header}>
      <div className={styles.names}>
        <h1>{view.label || t('noLabel')}</h1>
        <p>
          {view.name}
          {view.customerTitle && ` · ${view.customerTitle}`}
        </p>
      </div>
      <ActiveTag active={view.connectivity.active} />
      <div className={styles.right}>
        <DriftTag clock={clock} old={clockIsOld} />
        {children}
        {onOpen && (
          <Button variant="default" onClick={() => onOpen({ kind: 'time' })}>
            {t('form.deviceTimeTitle')}
          </Button>
        )}
      </div>
    </div>
  )
})
