import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { driftLevel } from '@greenwave/controller/deviceClock'
import { useEffect, useRef } from 'react'
import type { ListedState } from '../../../data/device/listedState.ts'
import { ATTRIBUTES, listedStatus, useListedDevice } from '../../../data/device/listedStatus.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { driftTone } from '../../../shared/deviceTimeText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useOnScreen } from '../../../ui/page/useOnScreen.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import styles from './DeviceStatus.module.css'

/** Properties of `DeviceStatus`. */
export interface DeviceStatusProps {
  device: DeviceInfo
  /** Called with the live activity flag, at first and after each change. */
  onActive: (deviceId: string, active: boolean) => void
}

/** Shows the status of a device in the list. Only a row on screen gets live data. */
export function DeviceStatus({ device, onActive }: DeviceStatusProps) {
  const cell = useRef<HTMLDivElement>(null)
  const onScreen = useOnScreen(cell)
  return (
    <div ref={cell} className={styles.status}>
      {onScreen ? <LiveStatus device={device} onActive={onActive} /> : <ActiveTag active={device.active} />}
    </div>
  )
}

const STATUS_PARTS = ['activeFlag', ...ATTRIBUTES] as const
const statusOf = (device: ListedState) => ({ flag: device.activeFlag, notTaken: listedStatus(device).notTaken })

/**
 * Shows the live activity flag, the number of settings that the controller has not taken, and how far its clock is off.
 */
function LiveStatus({ device, onActive }: DeviceStatusProps) {
  const t = useTexts('device', 'devices')
  const deviceId = device.id.id
  const { flag, notTaken } = useListedDevice(deviceId, statusOf, STATUS_PARTS)
  useEffect(() => {
    if (flag !== undefined) onActive(deviceId, flag)
  }, [deviceId, flag, onActive])
  const active = flag ?? device.active
  const lost = useLiveLost()
  return (
    <>
      <ActiveTag active={active} />
      {notTaken > 0 && <StatusTag tone={lost ? 'mute' : 'warn'}>{t('notTaken', { count: notTaken })}</StatusTag>}
      {active && <ClockDrift deviceId={deviceId} />}
    </>
  )
}

/** Shows the activity flag. While live data is lost, it shows the last known one in a neutral colour. */
function ActiveTag({ active }: { active: boolean }) {
  const t = useTexts('device', 'devices')
  if (useLiveLost())
    return <StatusTag tone="mute">{`${t(active ? 'active' : 'inactive')} · ${t('lastKnown')}`}</StatusTag>
  return active ? <StatusTag tone="ok">{t('active')}</StatusTag> : <StatusTag tone="bad">{t('inactive')}</StatusTag>
}

const CLOCK = ['clock'] as const
const driftOf = ({ clock, clockFreshness }: ListedState) => ({
  drift: clock?.driftSeconds ?? null,
  old: clockFreshness.kind !== 'live',
})

/**
 * Shows the drift of the controller's clock by its last sample, which may be old (R16). Shows nothing if the controller
 * reports no clock.
 */
function ClockDrift({ deviceId }: { deviceId: string }) {
  const t = useTexts('device', 'devices')
  const { drift, old } = useListedDevice(deviceId, driftOf, CLOCK)
  if (drift === null) return null
  const seconds = Math.abs(drift)
  const words = drift === 0 ? t('clockInStep') : t(drift > 0 ? 'clockAhead' : 'clockBehind', { seconds })
  if (old) return <StatusTag tone="mute">{`${words} · ${t('lastKnown')}`}</StatusTag>
  const hint = drift === 0 ? undefined : t(drift > 0 ? 'clockAheadHint' : 'clockBehindHint', { seconds })
  return (
    <StatusTag tone={driftTone(driftLevel(drift))} {...(hint !== undefined && { title: hint })}>
      {words}
    </StatusTag>
  )
}
