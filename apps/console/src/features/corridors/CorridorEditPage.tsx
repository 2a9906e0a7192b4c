import { parseCorridor } from '@greenwave/contract/records/corridors'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { corridorQuery } from '../../data/queries/corridors.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import styles from './parts/Corridors.module.css'
import { CorridorEditor } from './parts/CorridorEditor.tsx'

/** Makes a corridor, or changes the one with an id. */
export function CorridorEditPage({ corridorId }: { readonly corridorId: string | undefined }) {
  const t = useTexts('corridors')
  usePageTitle(t(corridorId === undefined ? 'addTitle' : 'editTitle'))
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t(corridorId === undefined ? 'addTitle' : 'editTitle')}</h1>
        <Link to="/corridors">{t('all')}</Link>
      </header>
      {corridorId === undefined ? <CorridorEditor corridor={undefined} /> : <Loaded corridorId={corridorId} />}
    </div>
  )
}

function Loaded({ corridorId }: { readonly corridorId: string }) {
  const t = useTexts('corridors')
  // A newer state is loaded on request, not while the user is typing.
  const { data, error, isFetching, refetch } = useQuery({
    ...corridorQuery(corridorId),
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (data)
    return (
      <>
        {!parseCorridor(data) && <p className={styles.note}>{t('unreadable')}</p>}
        <CorridorEditor key={data.id.id} corridor={data} />
      </>
    )
  if (!error) return <SkeletonRows rows={6} height={48} />
  return (
    <ErrorState
      error={error}
      fallback={t('corridorFailed')}
      retrying={isFetching}
      onRetry={() => void refetch()}
      wayOut={<Link to="/corridors">{t('all')}</Link>}
    />
  )
}
