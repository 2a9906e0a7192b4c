import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { Page } from '@greenwave/contract/wire/page'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pastIncidentsQuery } from '../../data/queries/pastIncidents.ts'
import { useSession } from '../../data/session.ts'
import { NamedPhases } from '../../shared/NamedPhases.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { ListPager } from '../../ui/lists/ListPager.tsx'
import { useLastPage } from '../../ui/lists/usePagedList.ts'
import { Card } from '../../ui/page/Card.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { RowPlace } from '../../ui/states/PartLoading.tsx'
import type { PastAddress } from './model/pastAddress.ts'
import { filtersOf, isFiltered } from './model/pastFilters.ts'
import { CsvExport } from './parts/CsvExport.tsx'
import styles from './parts/Past.module.css'
import { PastFilters } from './parts/PastFilters.tsx'
import { PastRow } from './parts/PastRow.tsx'

export interface PastIncidentsProps {
  address: PastAddress
  /** Applies a change to the address. `replace` is true when it should not add to the browser's history. */
  onAddress: (change: Partial<PastAddress>, replace?: boolean) => void
}

const PAGE_SIZE = 20

/** The incidents that are over: filtered and paged by the platform, the last ones first, and as a file. */
export function PastIncidents({ address, onAddress }: PastIncidentsProps) {
  const session = useSession()
  const { page } = address
  const filters = useMemo(() => filtersOf(address), [address])
  const query = useQuery(pastIncidentsQuery(filters, { page, pageSize: PAGE_SIZE }))
  useLastPage(query, page, (last) => onAddress({ page: last }, true))
  const total = query.data?.totalElements ?? 0
  return (
    <Card padded={false} className={styles.card ?? ''}>
      <div className={styles.bar}>
        <PastFilters
          address={address}
          onChange={onAddress}
          withCustomers={session.state === 'signedIn' && session.isTenantAdmin}
        />
        <CsvExport filters={filters} disabled={total === 0} />
      </div>
      <Rows query={query} filtered={isFiltered(address)} />
      {query.data && (
        <ListPager
          page={page}
          pageSize={PAGE_SIZE}
          shown={query.data.data.length}
          total={total}
          withTotals
          hasNext={query.data.hasNext}
          onPage={(next) => onAddress({ page: next })}
        />
      )}
    </Card>
  )
}

type PastQuery = UseQueryResult<Page<AlarmInfo>>

function Rows({ query, filtered }: { query: PastQuery; filtered: boolean }) {
  const t = useTexts('monitoring', 'past')
  if (query.isPending) return <SkeletonRows rows={6} height={56} />
  if (query.isError) {
    return (
      <ErrorState
        error={query.error}
        fallback={t('loadFailed')}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data.data.length === 0) {
    const title = t(filtered ? 'noneFiltered' : 'none')
    return <EmptyState icon={IconHistory} title={title} text={t(filtered ? 'noneFilteredHint' : 'noneHint')} />
  }
  return (
    <ol className={styles.rows} data-stale={query.isPlaceholderData || undefined} aria-label={t('title')}>
      {query.data.data.map((alarm) => (
        <RowPlace key={alarm.id.id}>
          <NamedPhases deviceId={alarm.originator.entityType === 'DEVICE' ? alarm.originator.id : null}>
            <PastRow alarm={alarm} />
          </NamedPhases>
        </RowPlace>
      ))}
    </ol>
  )
}
