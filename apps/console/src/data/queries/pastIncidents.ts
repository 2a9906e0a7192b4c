import type { AlarmInfo, AlarmSeverity } from '@greenwave/contract/wire/alarms'
import type { Page } from '@greenwave/contract/wire/page'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFleet } from '../fleetApi.ts'
import { callCustomers } from './customers.ts'

/** The levels of incidents by name, with the severities of their alarms. */
const SEVERITIES = {
  danger: ['CRITICAL'],
  fault: ['MAJOR'],
  deviation: ['MINOR', 'WARNING', 'INDETERMINATE'],
} as const satisfies Readonly<Record<string, readonly AlarmSeverity[]>>

/** By what past incidents are filtered. Times are epoch milliseconds, both inclusive, of when they were raised. */
export interface PastFilters {
  /** The type of their alarms. */
  readonly kind?: string | undefined
  readonly level?: keyof typeof SEVERITIES | undefined
  /** The id of a device. */
  readonly junction?: string | undefined
  /** Id of a customer; ignored with a junction. */
  readonly customer?: string | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

/** Part of the past incidents, by page. */
interface Part {
  readonly page: number
  readonly pageSize: number
  readonly sortOrder: 'ASC' | 'DESC'
}

function fetchPast(filters: PastFilters, part: Part, signal: AbortSignal): Promise<Page<AlarmInfo>> {
  const { kind, level, junction, customer, fromMs, toMs } = filters
  const query = {
    ...part,
    sortProperty: 'createdTime',
    statusList: 'CLEARED',
    ...(kind !== undefined && { typeList: kind }),
    ...(level && { severityList: SEVERITIES[level].join() }),
    ...(fromMs !== undefined && { startTime: String(fromMs) }),
    ...(toMs !== undefined && { endTime: String(toMs) }),
  }
  if (junction !== undefined)
    return callFleet('entityAlarmsV2', { params: { entityType: 'DEVICE', entityId: junction }, query, signal })
  if (customer !== undefined)
    return callFleet('entityAlarmsV2', { params: { entityType: 'CUSTOMER', entityId: customer }, query, signal })
  return callFleet('alarmsV2', { query, signal })
}

/**
 * Reads one page of the incidents that are over, those that were raised last first, and within the page those that began
 * last. The platform orders them by when they were raised, which is mostly seconds later: of that it has an index, and of
 * 400,000 incidents of one customer a page comes in half a second instead of two.
 */
export function pastIncidentsQuery(filters: PastFilters, { page, pageSize }: Pick<Part, 'page' | 'pageSize'>) {
  return queryOptions({
    queryKey: ['alarms', 'past', filters, page, pageSize],
    queryFn: ({ signal }) => fetchPast(filters, { page, pageSize, sortOrder: 'DESC' }, signal),
    select: ({ data, ...totals }) => ({ ...totals, data: data.toSorted((a, b) => b.startTs - a.startTs) }),
    placeholderData: keepPreviousData,
  })
}

/** How many incidents are read at a time. */
const STEP = 100

/** Some of the past incidents that are read one after the other. */
export interface PastStep {
  readonly incidents: readonly AlarmInfo[]
  /** How many there are in all, of those that were over when the reading began. */
  readonly total: number
}

/**
 * Fetches all past incidents that the filters let through, in the order in which they were raised. Each step begins at
 * the time at which the one before ended, so that incidents that end or are deleted meanwhile move no other one to a
 * page that was read already, and the last step is as quick as the first. Throws as `callApi` does.
 */
export async function* fetchPastIncidents(filters: PastFilters, signal: AbortSignal): AsyncGenerator<PastStep> {
  let total: number | undefined
  let fromMs = filters.fromMs
  let page = 0
  // Those of the last millisecond, which the next step has again.
  let known: ReadonlySet<string> = new Set()
  for (;;) {
    const part = { page, pageSize: STEP, sortOrder: 'ASC' } as const
    const { data, hasNext, totalElements } = await fetchPast({ ...filters, fromMs }, part, signal)
    total ??= totalElements
    yield { incidents: data.filter(({ id }) => !known.has(id.id)), total }
    const lastMs = data.at(-1)?.createdTime
    if (!hasNext || lastMs === undefined) return
    // A full page of one millisecond: only the next page leads further.
    page = lastMs === fromMs ? page + 1 : 0
    if (page === 0) known = new Set()
    known = new Set([...known, ...data.filter(({ createdTime }) => createdTime === lastMs).map(({ id }) => id.id)])
    fromMs = lastMs
  }
}

/** Types of alarms that are in use are read up to this number. */
const MOST_TYPES = 100

/** Reads the types of alarms in use. A type with a comma is left out, because it cannot be used as a filter. */
export function alarmTypesQuery() {
  return queryOptions({
    queryKey: ['alarms', 'types'],
    queryFn: ({ signal }) => callFleet('alarmTypes', { query: { page: 0, pageSize: MOST_TYPES }, signal }),
    select: ({ data }) => data.map(({ type }) => type).filter((type) => !type.includes(',')),
  })
}

/** Comments on an alarm are read up to this number. */
const MOST_COMMENTS = 100

/** Reads the comments on an alarm, oldest first: what people wrote, and what the platform noted. */
export function alarmCommentsQuery(alarmId: string) {
  return queryOptions({
    queryKey: ['alarms', 'comments', alarmId],
    queryFn: ({ signal }) =>
      callFleet('alarmComments', {
        params: { alarmId },
        query: { page: 0, pageSize: MOST_COMMENTS, sortProperty: 'createdTime', sortOrder: 'ASC' },
        signal,
      }),
  })
}

/** Returns the title of a customer, or an empty text where it cannot be read. */
export async function customerTitle(customerId: string, signal: AbortSignal): Promise<string> {
  return callCustomers('customer', { params: { customerId }, signal }).then(
    ({ title }) => title,
    () => '',
  )
}
