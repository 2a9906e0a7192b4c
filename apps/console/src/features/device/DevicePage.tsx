export function DevicePage({ deviceId }: { deviceId: string }) {
  return <p>{deviceId}</p>
}
