import type { AlarmInfo, AlarmSeverity } from '@greenwave/contract/wire/alarms'
import type { Page } from '@greenwave/contract/wire/page'
import { queryOptions } from '@tanstack/react-query'
import { callFleet } from '../fleetApi.ts'

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
