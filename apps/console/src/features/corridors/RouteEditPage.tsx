import { parseRoute } from '@greenwave/contract/records/routes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { routeQuery } from '../../data/queries/routes.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import styles from './parts/Corridors.module.css'
import { RouteEditor } from './parts/RouteEditor.tsx'

/** Makes a green route, or changes the one with an id. */
export function RouteEditPage({ routeId }: { readonly routeId: string | undefined }) {
  const t = useTexts('corridors', 'routes')
  const title = t(routeId === undefined ? 'addTitle' : 'editTitle')
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <Link to="/routes">{t('all')}</Link>
      </header>
      {routeId === undefined ? <RouteEditor route={undefined} /> : <Loaded routeId={routeId} />}
    </div>
  )
}

function Loaded({ routeId }: { readonly routeId: string }) {
  const t = useTexts('corridors', 'routes')
  // A newer state is loaded on request, not while the user is typing.
  const { data, error, isFetching, refetch } = useQuery({
    ...routeQuery(routeId),
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (data)
    return (
      <>
        {!parseRoute(data) && <p className={styles.note}>{t('unreadable')}</p>}
        <RouteEditor key={data.id.id} route={data} />
      </>
    )
  if (!error) return <SkeletonRows rows={6} height={48} />
  return (
    <ErrorState
      error={error}
      fallback={t('routeFailed')}
      retrying={isFetching}
      onRetry={() => void refetch()}
      wayOut={<Link to="/routes">{t('all')}</Link>}
    />
  )
}
