import type { AssetInfo } from '@greenwave/contract/assets'
import { type Corridor, readCorridor } from '@greenwave/contract/corridors'
import { Button } from '@mantine/core'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { namedJunctionsQuery } from '../../data/fleet/namedJunctions.ts'
import { corridorQuery } from '../../data/queries/corridors.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { Card } from '../../ui/page/Card.tsx'
import { usePageTitle } from '../../ui/page/usePageTitle.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import styles from './parts/Corridors.module.css'
import { JunctionTable } from './parts/JunctionTable.tsx'

/** One corridor. */
export function CorridorPage({ corridorId }: { readonly corridorId: string }) {
  const t = useTexts('corridors')
  const { data, error, isFetching, refetch } = useQuery(corridorQuery(corridorId))
  usePageTitle(data?.name ?? t('title'))
  if (data) return <Loaded asset={data} />
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
      </header>
      {error ? (
        <ErrorState
          error={error}
          fallback={t('corridorFailed')}
          retrying={isFetching}
          onRetry={() => void refetch()}
          wayOut={<Link to="/corridors">{t('all')}</Link>}
        />
      ) : (
        <SkeletonRows rows={6} height={48} />
      )}
    </div>
  )
}

function Loaded({ asset }: { readonly asset: AssetInfo }) {
  const t = useTexts('corridors')
  const session = useSession()
  const corridor = readCorridor(asset)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{asset.name}</h1>
        {asset.customerTitle && <span className={styles.note}>{asset.customerTitle}</span>}
        <Link to="/corridors">{t('all')}</Link>
        {session.state === 'signedIn' && session.isTenantAdmin && (
          <div className={styles.actions}>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to="/corridors/$corridorId/edit" params={{ corridorId: asset.id.id }} />
              )}
            >
              {t('change')}
            </Button>
          </div>
        )}
      </header>
      {corridor ? <Content corridor={corridor} /> : <EmptyState icon={IconRoute} title={t('unreadable')} />}
    </div>
  )
}

function Content({ corridor }: { readonly corridor: Corridor }) {
  const t = useTexts('corridors')
  const { data, error, isFetching, refetch } = useQuery(
    namedJunctionsQuery(corridor.junctions.map(({ device }) => device)),
  )
  return (
    <Card title={t('junctions')} padded={false}>
      {error && !data ? (
        <ErrorState
          error={error}
          fallback={t('junctionsFailed')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <JunctionTable corridor={corridor} junctions={data} />
      )}
    </Card>
  )
}
