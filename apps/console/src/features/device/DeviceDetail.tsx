import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deviceInfoQuery } from '../../data/queries/devices.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { LoadedDetail } from './LoadedDetail.tsx'

export interface DeviceDetailProps {
  readonly deviceId: string
  /** True inside the dashboard, where customer users see less of it. */
  readonly embedded: boolean
}

/** One device, whole: status, settings, place. Nothing of it is followed before the platform says that it may be seen. */
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
