import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { useMemo } from 'react'
import type { DeviceState } from '../../data/device/deviceState.ts'
import { useDevice } from '../../data/device/useDevice.ts'
import type { DeviceDialogsProps } from './dialogs/DeviceDialogs.tsx'
import { LazyDeviceDialogs } from './dialogs/LazyDeviceDialogs.tsx'
import { buildDeviceView, followedAttributes } from './model/deviceView.ts'
import { useDriftReport } from './parts/useDriftReport.ts'

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
      view={useMemo(() => buildDeviceView(info, attributes), [info, attributes])}
      deliveries={deliveries}
      clock={clock}
      clockIsLive={clockIsLive}
      onTimeSent={reportDrift}
      onClose={onClose}
    />
  )
}
