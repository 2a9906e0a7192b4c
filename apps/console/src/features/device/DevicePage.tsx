import { DeviceDetail } from './DeviceDetail.tsx'
import styles from './DevicePage.module.css'

/** The page of one device. */
export function DevicePage({ deviceId }: { deviceId: string }) {
  return (
    <div className={styles.page}>
      <DeviceDetail deviceId={deviceId} embedded={false} />
    </div>
  )
}
