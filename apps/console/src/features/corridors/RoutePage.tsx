import {
  isUnderWay,
  parseRoute,
  parseRun,
  type Route,
  type RouteRun,
  RUN_KEY,
} from '@greenwave/contract/records/routes'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { Button } from '@mantine/core'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { recordsQuery, routeQuery } from '../../data/queries/routes.ts'
import { useSession } from '../../data/session.ts'
import { useServerAttributes } from '../../data/useWatch.ts'
import { dateText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { Card } from '../../ui/page/Card.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import corridorStyles from './parts/Corridors.module.css'
import { RouteBefore } from './parts/RouteBefore.tsx'
import { RouteRecord } from './parts/RouteRecord.tsx'
import { RouteRunning } from './parts/RouteRunning.tsx'
import styles from './parts/Routes.module.css'

/** A green route: what would happen, the run that goes on, and the records of those that are over. */
export function RoutePage({ routeId }: { readonly routeId: string }) {
  const t = useTexts('corridors', 'routes')
  const { data, error, isFetching, refetch } = useQuery(routeQuery(routeId))
  usePageTitle(data?.name ?? t('title'))
  const route = useMemo(() => data && parseRoute(data), [data])
  return (
    <div className={corridorStyles.page}>
      <header className={corridorStyles.head}>
        <h1>{data?.name ?? t('title')}</h1>
        {data?.customerTitle && <span className={corridorStyles.note}>{data.customerTitle}</span>}
        <Link to="/routes">{t('all')}</Link>
        {data && <Actions asset={data} />}
      </header>
      <p className={styles.limits}>{t('noPreemption')}</p>
      {data ? (
        route ? (
          <Loaded asset={data} route={route} />
        ) : (
          <EmptyState icon={IconRoute} title={t('unreadable')} />
        )
      ) : error ? (
        <ErrorState
          error={error}
          fallback={t('routeFailed')}
          retrying={isFetching}
          onRetry={() => void refetch()}
          wayOut={<Link to="/routes">{t('all')}</Link>}
        />
      ) : (
        <SkeletonRows rows={6} height={48} />
      )}
    </div>
  )
}

function Actions({ asset }: { readonly asset: AssetInfo }) {
  const t = useTexts('corridors', 'routes')
  const session = useSession()
  const route = asset.id.id
  return (
    <div className={corridorStyles.actions}>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/routes" search={{ route, view: 'drive' }} />}
      >
        {t('vehiclePage')}
      </Button>
      {session.state === 'signedIn' && session.isTenantAdmin && (
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/routes" search={{ route, view: 'edit' }} />}
        >
          {t('change')}
        </Button>
      )}
    </div>
  )
}

function Loaded({ asset, route }: { readonly asset: AssetInfo; readonly route: Route }) {
  const t = useTexts('corridors', 'routes')
  const routeId = asset.id.id
  const attributes = useServerAttributes('ASSET', routeId, RUN_KEY)
  const run = useMemo(() => parseRun(attributes?.[RUN_KEY]?.value), [attributes])
  const records = useQuery(recordsQuery(routeId, run?.state)).data
  if (attributes === undefined) return <SkeletonRows rows={6} height={48} />
  return (
    <>
      {run && isUnderWay(run) ? (
        <RouteRunning routeId={routeId} run={run} />
      ) : (
        <>
          {run && <RouteRecord key={run.id} run={run} isOpen />}
          <RouteBefore {...{ routeId, name: asset.name, route, customer: asset.customerTitle ?? '' }} />
        </>
      )}
      <Card title={t('records')}>
        {records && records.length > 0 ? (
          records.map((one) => <Past key={one.id} run={one} />)
        ) : (
          <p className={corridorStyles.note}>{t('noRecords')}</p>
        )}
      </Card>
    </>
  )
}

/** The record of a run, which opens. */
function Past({ run }: { readonly run: RouteRun }) {
  const t = useTexts('corridors', 'routes')
  const [isShown, setIsShown] = useState(false)
  return (
    <details className={styles.record} onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}>
      <summary>
        {dateText(run.at)} · {t(`states.${run.state}`)}
        {run.drill && ` · ${t('drill')}`} · {run.by}
      </summary>
      <RouteRecord run={run} isShown={isShown} />
    </details>
  )
}
