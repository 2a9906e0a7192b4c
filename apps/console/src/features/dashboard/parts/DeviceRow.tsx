import type { DeviceInfo } from '@greenwave/contract/devices'
import { VisuallyHidden } from '@mantine/core'
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import { memo, useRef } from 'react'
import { ATTRIBUTES, listedStatus } from '../../../data/device/listedStatus.ts'
import { useListedDevice } from '../../../data/device/useListedDevice.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useOnScreen } from '../../../ui/page/useOnScreen.ts'
import styles from './DevicePanel.module.css'

interface DeviceRowProps {
  readonly device: DeviceInfo
  readonly selected: boolean
  readonly onSelect: (deviceId: string) => void
}

/** Shows one device of the panel. Only a row on screen gets live data. */
export const DeviceRow = memo(function DeviceRow({ device, selected, onSelect }: DeviceRowProps) {
  const t = useTexts('dashboard')
  const row = useRef<HTMLLIElement>(null)
  const onScreen = useOnScreen(row)
  const label = device.label?.trim() || t('noLabel')
  return (
    <li ref={row}>
      <button
        type="button"
        className={styles.device}
        aria-current={selected || undefined}
        onClick={() => onSelect(device.id.id)}
      >
        <span className={styles.names}>
          <b className={styles.clamped} title={label}>
            {label}
          </b>
          <small className={`${styles.name} ${styles.clamped}`} title={device.name}>
            {device.name}
          </small>
        </span>
        {onScreen ? <LiveStatus device={device} /> : <ActiveIcon active={device.active} />}
      </button>
    </li>
  )
})

/**
 * Shows the live activity flag, greyed while live data is lost, and the number of settings that the controller has not
 * taken.
 */
function LiveStatus({ device }: { device: DeviceInfo }) {
  const t = useTexts('dashboard')
  const { active, notTaken } = useListedDevice(device.id.id, listedStatus, ATTRIBUTES)
  const lost = useLiveLost()
  return (
    <>
      <ActiveIcon active={active ?? device.active} />
      {notTaken > 0 && (
        <span className={styles.notTaken} data-old={lost || undefined}>
          ▲ {t('notTaken', { count: notTaken })}
        </span>
      )}
    </>
  )
}

function ActiveIcon({ active }: { active: boolean }) {
  const t = useTexts('dashboard')
  const lost = useLiveLost()
  const Icon = active ? IconPlugConnected : IconPlugConnectedX
  return (
    <span className={styles.status} data-active={active} data-old={lost || undefined}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <VisuallyHidden>
        {t(active ? 'connected' : 'disconnected')}
        {lost && `, ${t('lastKnown')}`}
      </VisuallyHidden>
    </span>
  )
}
