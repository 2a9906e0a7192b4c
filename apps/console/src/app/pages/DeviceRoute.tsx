import { useParams } from '@tanstack/react-router'
import { DevicePage } from '../../features/device/DevicePage.tsx'

/** The page of the device in the address. */
export function DeviceRoute() {
  const { deviceId } = useParams({ from: '/shell/devices/$deviceId' })
  return <DevicePage key={deviceId} deviceId={deviceId} />
}
