import type { DeviceInfo } from '@greenwave/contract/devices'
import { clockDriftSeconds, driftLevel, readDeviceClock } from '@greenwave/controller/deviceClock'
import { CLOCK_KEYS } from '@greenwave/controller/keys'
import { useEffect, useRef } from 'react'
import { useDeviceActive, useDeviceTelemetry } from '../../../data/useLive.ts'
import { useSettingsSummary } from '../../../data/useSettingsSummary.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag, type Tone } from '../../../ui/StatusTag.tsx'
import { useOnScreen } from '../../../ui/useOnScreen.ts'
import styles from './DeviceStatus.module.css'

export interface DeviceStatusProps {
  device: DeviceInfo
  /** Hears the activity flag as it is followed. */
  onActive: (deviceId: string, active: boolean) => void
}

/** How a device of the list stands. Only a row on screen is followed live. */
export function DeviceStatus({ device, onActive }: DeviceStatusProps) {
  const cell = useRef<HTMLDivElement>(null)
  const onScreen = useOnScreen(cell)
  return (
    <div ref={cell} className={styles.status}>
      {onScreen ? <LiveStatus device={device} onActive={onActive} /> : <ActiveTag active={device.active} />}
    </div>
  )
}

/** The activity flag as it changes, the settings that the controller has not taken, and how far its clock is off. */
function LiveStatus({ device, onActive }: DeviceStatusProps) {
  const t = useTexts('devices')
  const deviceId = device.id.id
  const flag = useDeviceActive([deviceId]).get(deviceId)
  useEffect(() => {
    if (flag !== undefined) onActive(deviceId, flag)
  }, [deviceId, flag, onActive])
  const active = flag ?? device.active
  const summary = useSettingsSummary(deviceId)
  // A controller that never reports anything is no news; its own page says so.
  const notTaken = summary && !(summary.noReport && summary.online) ? summary.notTaken : 0
  return (
    <>
      <ActiveTag active={active} />
      {notTaken > 0 && <StatusTag tone="warn">{t('notTaken', { count: notTaken })}</StatusTag>}
      {active && <ClockDrift deviceId={deviceId} />}
    </>
  )
}

function ActiveTag({ active }: { active: boolean }) {
  const t = useTexts('devices')
  return active ? <StatusTag tone="ok">{t('active')}</StatusTag> : <StatusTag tone="bad">{t('inactive')}</StatusTag>
}

const TONES: Readonly<Record<ReturnType<typeof driftLevel>, Tone>> = { ok: 'mute', warning: 'warn', alarm: 'bad' }

/** (R16) The drift of the controller's clock by its last sample; nothing where it reports no clock. */
function ClockDrift({ deviceId }: { deviceId: string }) {
  const t = useTexts('devices')
  const reading = readDeviceClock(useDeviceTelemetry(deviceId, CLOCK_KEYS) ?? {})
  if (!reading || reading.ts === null) return null
  const drift = clockDriftSeconds(reading.time, reading.ts)
  const seconds = Math.abs(drift)
  if (drift === 0) return <StatusTag tone="mute">{t('clockInStep')}</StatusTag>
  return (
    <StatusTag tone={TONES[driftLevel(drift)]} title={t(drift > 0 ? 'clockAheadHint' : 'clockBehindHint', { seconds })}>
      {t(drift > 0 ? 'clockAhead' : 'clockBehind', { seconds })}
    </StatusTag>
  )
}
