import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { type Corridor, parseCorridor } from '@greenwave/contract/records/corridors'
import { Button } from '@mantine/core'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { chooseJunctions } from '../../data/chosenJunctions.ts'
import { namedJunctionsQuery } from '../../data/fleet/junctionQueries.ts'
import { corridorQuery } from '../../data/queries/corridors.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { StatusTag } from '../../ui/states/StatusTag.tsx'
import { othersJunctions } from './model/otherCorridors.ts'
import styles from './parts/Corridors.module.css'
import { CorridorStreet } from './parts/CorridorStreet.tsx'

const StreetWave = lazyPart(async () => (await import('./parts/StreetWave.tsx')).StreetWave, 'incidents', 'corridors')

/** Shows a corridor. */
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
  // The same object for as long as the corridor is the same.
  const corridor = useMemo(() => parseCorridor(asset), [asset])
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{asset.name}</h1>
        {asset.customerTitle && <span className={styles.note}>{asset.customerTitle}</span>}
        <Link to="/corridors">{t('all')}</Link>
        <Link to="/reports" search={{ corridor: asset.id.id }}>
          {t('report')}
        </Link>
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
          {session.state === 'signedIn' && session.isTenantAdmin && (
            <>
              {corridor && (
                <Button
                  variant="default"
                  renderRoot={(props) => <Link {...props} to="/rollouts/new" />}
                  onClick={() => chooseJunctions(corridor.junctions.map(({ device }) => device))}
                >
                  {t('changeAll')}
                </Button>
              )}
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link {...props} to="/corridors/$corridorId/edit" params={{ corridorId: asset.id.id }} />
                )}
              >
                {t('change')}
              </Button>
              <Button
                renderRoot={(props) => (
                  <Link {...props} to="/corridors/$corridorId/plan" params={{ corridorId: asset.id.id }} />
                )}
              >
                {t('plan')}
              </Button>
            </>
          )}
        </div>
      </header>
      {corridor ? (
        <>
          <Content name={asset.name} corridor={corridor} customer={asset.customerTitle ?? null} />
          <PartLoading meanwhile={null} failed={null}>
            <StreetWave corridorId={asset.id.id} />
          </PartLoading>
        </>
      ) : (
        <EmptyState icon={IconRoute} title={t('unreadable')} />
      )}
    </div>
  )
}

interface ContentProps {
  readonly name: string
  readonly corridor: Corridor
  /** Title of the customer to whom it is assigned; null if it is assigned to none. */
  readonly customer: string | null
}

function Content({ name, corridor, customer }: ContentProps) {
  const t = useTexts('corridors')
  const { data, error, isFetching, refetch } = useQuery(
    namedJunctionsQuery(corridor.junctions.map(({ device }) => device)),
  )
  if (data) {
    const names = othersJunctions(corridor, data, customer).join(', ')
    return (
      <>
        {names !== '' && <StatusTag tone="warn">{t('notTheirs', { names, customer: customer ?? '' })}</StatusTag>}
        <CorridorStreet name={name} corridor={corridor} junctions={data} />
      </>
    )
  }
  if (!error) return <SkeletonRows rows={6} height={48} />
  return (
    <ErrorState error={error} fallback={t('junctionsFailed')} retrying={isFetching} onRetry={() => void refetch()} />
  )
}
