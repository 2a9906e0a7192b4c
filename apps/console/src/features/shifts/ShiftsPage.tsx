import { Button } from '@mantine/core'
import IconTransfer from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { shiftsQuery } from '../../data/queries/shifts.ts'
import { useWatch } from '../../data/useWatch.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { PageDialogs } from '../../ui/dialogs/PageDialogs.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { parseShiftForm, type ShiftDialog } from './model/shiftDialog.ts'
import { ShiftRow } from './parts/ShiftRow.tsx'
import styles from './parts/Shifts.module.css'

const HandOverDialog = lazyPart(
  async () => (await import('./dialogs/HandOverDialog.tsx')).HandOverDialog,
  'device',
  'settings',
  'incidents',
  'monitoring',
)

/** The shifts that were handed over, the last ones first; the one of the user is handed over here. */
export function ShiftsPage() {
  const t = useTexts('monitoring', 'shifts')
  usePageTitle(t('title'))
  const dialogs = useKeptDialog<ShiftDialog>('shifts', parseShiftForm)
  const watch = useWatch()
  const query = useInfiniteQuery(shiftsQuery())
  const shifts = query.data ?? []
  const canHandOver = watch.kind !== 'never' && watch.kind !== 'unknown'
  return (
    <ReadingPage
      title={t('title')}
      actions={
        <Button disabled={!canHandOver} onClick={() => dialogs.setDialog({ kind: 'handOver' })}>
          {t('handOver')}
        </Button>
      }
    >
      <Card padded={false}>
        {query.isPending ? (
          <SkeletonRows rows={6} height={56} />
        ) : query.isError ? (
          <ErrorState error={query.error} fallback={t('loadFailed')} onRetry={() => void query.refetch()} />
        ) : watch.kind === 'never' ? (
          <EmptyState icon={IconTransfer} title={t('notWatched')} text={t('notWatchedHint')} />
        ) : shifts.length === 0 ? (
          <EmptyState icon={IconTransfer} title={t('none')} text={t('noneHint')} />
        ) : (
          <ul className={styles.list} aria-label={t('list')}>
            {shifts.map((shift) => (
              <ShiftRow key={shift.atMs} shift={shift} />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <div className={styles.foot}>
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('earlier')}
            </Button>
          </div>
        )}
      </Card>
      <PageDialogs kept={dialogs} of={HandOverDialog} />
    </ReadingPage>
  )
}
