import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deviceInfoQuery } from '../../data/queries/devices.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonBlock } from '../../ui/states/Skeletons.tsx'
import styles from './LoadedDetail.module.css'
import { LoadedDetail } from './LoadedDetail.tsx'

/** Properties of `DeviceDetail`. */
export interface DeviceDetailProps {
  readonly deviceId: string
  /** True inside the dashboard, where customer users see fewer cards. */
  readonly embedded: boolean
}

/**
 * Shows one device: status, settings and location. Live data is followed only after the platform has confirmed that the
 * user may see the device.
 */
export function DeviceDetail({ deviceId, embedded }: DeviceDetailProps) {
  const t = useTexts('device')
  const navigate = useNavigate()
  const info = useQuery(deviceInfoQuery(deviceId))
  if (info.data) return <LoadedDetail key={deviceId} info={info.data} embedded={embedded} />
  if (info.isError) {
    return (
      <>
        {/* The page has no other heading while its device is missing. */}
        <VisuallyHidden component="h1">{t('failedToLoad')}</VisuallyHidden>
        <ErrorState
          error={info.error}
          fallback={t('failedToLoad')}
          onRetry={() => void info.refetch()}
          retrying={info.isFetching}
          wayOut={<Button onClick={() => void navigate({ to: '/devices' })}>{t('toDevices')}</Button>}
        />
      </>
    )
  }
  return <DetailSkeleton />
}

/** The outline of a device page while it loads. */
function DetailSkeleton() {
  return (
    <div className={styles.detail} aria-busy="true">
      <Skeleton height={48} width={320} maw="100%" />
      <div className={styles.columns}>
        <SkeletonBlock height={520} />
        <SkeletonBlock height={620} />
        <SkeletonBlock height={520} />
      </div>
    </div>
  )
}
