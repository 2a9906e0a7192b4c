import { useQuery } from '@tanstack/react-query'
import { alarmQuery } from '../../data/queries/incidents.ts'
import { alarmCommentsQuery } from '../../data/queries/pastIncidents.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import styles from './parts/Past.module.css'
import { PastDetails } from './parts/PastDetails.tsx'

/** Shows why an open incident was raised: its rule, the samples before it, and its comments. */
export function OpenIncidentDetails({ alarmId }: { readonly alarmId: string }) {
  const t = useTexts('monitoring', 'past')
  const alarm = useQuery(alarmQuery(alarmId))
  const comments = useQuery(alarmCommentsQuery(alarmId))
  if (alarm.isPending) return <SkeletonRows rows={3} height={28} />
  if (alarm.error) {
    return (
      <ErrorState
        compact
        error={alarm.error}
        fallback={t('detailsFailed')}
        onRetry={() => void alarm.refetch()}
        retrying={alarm.isFetching}
      />
    )
  }
  return (
    <div className={styles.open}>
      <PastDetails alarm={alarm.data} comments={comments} />
    </div>
  )
}
