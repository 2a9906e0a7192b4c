export interface DeviceDetailProps {
  deviceId: string
  /** True inside the dashboard, where customer users see less of it. */
  embedded: boolean
}

export function DeviceDetail(_props: DeviceDetailProps) {
  return null
}
