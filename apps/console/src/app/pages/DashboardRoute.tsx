import { DashboardPage } from '../../features/dashboard/DashboardPage.tsx'
import { DeviceDetail } from '../../features/device/DeviceDetail.tsx'

/** Connects the side panel of the dashboard with the detail view of a device. */
export function DashboardRoute() {
  return <DashboardPage renderDetail={(deviceId) => <DeviceDetail key={deviceId} deviceId={deviceId} embedded />} />
}
