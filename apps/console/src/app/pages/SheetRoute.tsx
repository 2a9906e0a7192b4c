import { useParams } from '@tanstack/react-router'
import { SheetPage } from '../../features/device/SheetPage.tsx'

/** The timing sheet of the device in the address. */
export function SheetRoute() {
  const { deviceId } = useParams({ from: '/shell/devices/$deviceId/sheet' })
  return <SheetPage key={deviceId} deviceId={deviceId} />
}
