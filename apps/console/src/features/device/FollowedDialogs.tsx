import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { DeviceClockView } from '../../data/device/deviceClockView.ts'
import type { DeviceState } from '../../data/device/deviceState.ts'
import { useDevice } from '../../data/device/useDevice.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { notifyInfo } from '../../ui/notices/notify.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useLoadOnActivity } from '../../ui/states/useLoadOnActivity.ts'
import type { DeviceDialogsProps } from './dialogs/DeviceDialogs.tsx'
import { deviceViewOf, followedAttributes } from './model/deviceView.ts'
import { useDriftText } from './parts/ClockFacts.tsx'

/** How long after a time was sent a sample must be taken to show that the controller took it, milliseconds. */
const SETTLED_MS = 2000

/**
 * Shows a notice of how far the clock is still off after a time was sent and the controller must have taken it. Returns
 * the function to call when a time is sent.
 */
function useDriftReport(clock: DeviceClockView | null): () => void {
  const t = useTexts('device')
  const driftText = useDriftText()
  const sentAtMs = useRef<number | null>(null)
  const driftSeconds = clock?.driftSeconds ?? null
  const sampleAtMs = clock?.sampleAtMs ?? 0
  useEffect(() => {
    if (sentAtMs.current === null || driftSeconds === null || sampleAtMs <= sentAtMs.current + SETTLED_MS) return
    sentAtMs.current = null
    notifyInfo(t('form.driftLeft', { drift: driftText(driftSeconds) }))
  }, [sampleAtMs, driftSeconds, t, driftText])
  return () => {
    sentAtMs.current = serverNowMs()
  }
}

const DeviceDialogs = lazyPart(
  async () => (await import('./dialogs/DeviceDialogs.tsx')).DeviceDialogs,
  'device',
  'settings',
)

/** Loads the dialogs of a device on demand, because the forms are a large part of the page's code. */
function LazyDeviceDialogs(props: DeviceDialogsProps) {
  const [asked, setAsked] = useState(false)
  if (props.slot.subject !== null && !asked) setAsked(true)
  useLoadOnActivity(DeviceDialogs.preload)
  return (
    asked && (
      <Suspense fallback={null}>
        <DeviceDialogs {...props} />
      </Suspense>
    )
  )
}

interface FollowedDialogsProps extends Pick<DeviceDialogsProps, 'slot' | 'onClose'> {
  readonly info: DeviceInfo
}

const deliveriesOf = ({ deliveries }: DeviceState) => deliveries
const clockOf = ({ clock, clockFreshness }: DeviceState) => ({ clock, clockIsLive: clockFreshness.kind === 'live' })

/**
 * Shows the dialogs of a device and follows the values that they need, so that the page behind them need not follow
 * them.
 */
export function FollowedDialogs({ info, slot, onClose }: FollowedDialogsProps) {
  const deviceId = info.id.id
  const attributes = useDevice(deviceId, followedAttributes)
  const deliveries = useDevice(deviceId, deliveriesOf)
  const { clock, clockIsLive } = useDevice(deviceId, clockOf)
  const reportDrift = useDriftReport(clock)
  return (
    <LazyDeviceDialogs
      slot={slot}
      view={useMemo(() => deviceViewOf(info, attributes), [info, attributes])}
      deliveries={deliveries}
      clock={clock}
      clockIsLive={clockIsLive}
      onTimeSent={reportDrift}
      onClose={onClose}
    />
  )
}
