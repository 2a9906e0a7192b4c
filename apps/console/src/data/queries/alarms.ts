import type { AlarmInfo, AlarmSeverity } from '@greenwave/contract/wire/alarms'
import type { EntityDataQuery } from '@greenwave/contract/wire/entityQueries'
import type { Page } from '@greenwave/contract/wire/page'
import { queryOptions } from '@tanstack/react-query'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { callFleet } from '../fleetApi.ts'
import { type FleetJunction, parseJunction, WHOLE } from '../fleet/fleetJunction.ts'

/** How many active alarms are read at most. */
const MOST_ALARMS = 100

/** The severities, the worst first. On the wire they are sorted as texts. */
const WORST_FIRST: readonly AlarmSeverity[] = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE']

/** Reads active alarms that the user may see, the worst first and of equal ones the newest, a hundred at most. */
export function activeAlarmsQuery() {
  return queryOptions({
    queryKey: ['alarms', 'active'],
    queryFn: ({ signal }) =>
      callFleet('alarmsV2', {
        query: { statusList: 'ACTIVE', pageSize: MOST_ALARMS, page: 0, sortProperty: 'severity', sortOrder: 'ASC' },
        signal,
      }),
    select: worstFirst,
    // Alarms come and go by themselves, so that each look at them reads them again.
    staleTime: 0,
  })
}

/** How many muted junctions are read at most. */
const MOST_MUTED = 1000

/** Reads the muted junctions that the user may see. A platform without entity queries has none. */
export function mutedJunctionsQuery() {
  return queryOptions({
    queryKey: ['alarms', 'muted'],
    queryFn: async ({ signal }): Promise<readonly FleetJunction[]> => {
      const key = { type: 'SERVER_ATTRIBUTE', key: JUNCTION_KEYS.level } as const
      const body: EntityDataQuery = {
        ...WHOLE,
        entityFilter: { type: 'entityType', entityType: 'DEVICE' },
        keyFilters: [{ key, predicate: { type: 'NUMERIC', operation: 'EQUAL', value: { defaultValue: 1 } } }],
        pageLink: { page: 0, pageSize: MOST_MUTED },
      }
      const { data } = await callFleet('findEntities', { body, signal })
      return data.map((row) => parseJunction(row, undefined))
    },
    staleTime: 0,
    retry: false,
  })
}

/** Fetches active alarms that the user may see, the newest first, a hundred at most. */
export async function fetchNewestActive(): Promise<readonly AlarmInfo[]> {
  const page = await callFleet('alarmsV2', {
    query: { statusList: 'ACTIVE', pageSize: MOST_ALARMS, page: 0, sortProperty: 'createdTime', sortOrder: 'DESC' },
  })
  return page.data
}

/** Fetches active alarms that are not acknowledged and that the user may see, the worst first, a hundred at most. */
export async function fetchUnacknowledged(): Promise<readonly AlarmInfo[]> {
  const page = await callFleet('alarmsV2', {
    query: { statusList: 'ACTIVE,UNACK', pageSize: MOST_ALARMS, page: 0, sortProperty: 'severity', sortOrder: 'ASC' },
  })
  return worstFirst(page)
}

function worstFirst({ data }: Page<AlarmInfo>): readonly AlarmInfo[] {
  const rank = ({ severity }: AlarmInfo) => WORST_FIRST.indexOf(severity)
  return data.toSorted((a, b) => rank(a) - rank(b) || b.startTs - a.startTs)
}
