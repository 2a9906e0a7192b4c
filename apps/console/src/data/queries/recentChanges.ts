import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY, CHANGED_KEY } from '@greenwave/contract/records/recordKeys'
import { FROM_DEMONSTRATION } from '@greenwave/contract/wire/demonstration'
import type { EntityKey } from '@greenwave/contract/wire/entityQueries'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callChangeHistory } from '../changeApi.ts'
import { serverNowMs } from '../serverTime.ts'
import { CHANGES_UNDER_WAY } from './deviceAttributes.ts'

/** The last change of a device. */
export interface RecentChange {
  readonly deviceId: string
  /** Label of the device, or its name without a label. */
  readonly title: string
  readonly change: ChangeRecord
}

/** Changes that are older are not read, milliseconds: whatever has not arrived by then is an incident. */
const RECENT_MS = 3_600_000
/** The most devices that are listed. */
const MOST = 20
const AGAIN_MS = 30_000

const series = (key: string): EntityKey => ({ type: 'TIME_SERIES', key })
const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })

/** Reads the last change of every recently changed device, the last first, including those by colleagues. */
export function recentChangesQuery() {
  return queryOptions({
    queryKey: CHANGES_UNDER_WAY,
    queryFn: ({ signal }) => fetchRecentChanges(signal),
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
  })
}

async function fetchRecentChanges(signal: AbortSignal): Promise<readonly RecentChange[]> {
  const key = series(CHANGED_KEY)
  const since = serverNowMs() - RECENT_MS
  const { data } = await callChangeHistory('findEntities', {
    body: {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      keyFilters: [
        { key, predicate: { type: 'NUMERIC', operation: 'GREATER_OR_EQUAL', value: { defaultValue: since } } },
      ],
      pageLink: { page: 0, pageSize: MOST, sortOrder: { key, direction: 'DESC' } },
      entityFields: [field('name'), field('label')],
      latestValues: [series(CHANGE_KEY)],
    },
    signal,
  })
  return data.flatMap(({ entityId, latest }) => {
    const value = latest.TIME_SERIES?.[CHANGE_KEY]
    const change = value && parseChangeRecord(value.ts, value.value)
    const { name, label } = latest.ENTITY_FIELD ?? {}
    // The initial settings of the demonstration are of no interest.
    if (!change || change.from === FROM_DEMONSTRATION) return []
    return [{ deviceId: entityId.id, title: label?.value || name?.value || '', change }]
  })
}
