import { settingsAmong } from '@greenwave/changes/attributeSets'
import { type HistoryStep, fetchHistory } from '@greenwave/changes/changeHistory'
import { fetchChanges } from '@greenwave/changes/fetchChanges'
import { type RecordWriter, fetchRecordWriters } from '@greenwave/changes/recordWriters'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { ApiError } from '../apiErrors.ts'
import { callChangeHistory } from '../changeApi.ts'
import { serverNowMs } from '../serverTime.ts'
import { session } from '../session.ts'
import { callCustomers } from './customers.ts'
import { fetchAttributeValues, type WritableScope } from './deviceAttributes.ts'

/** Which changes are read. Times are epoch milliseconds, both inclusive. */
export interface ChangeFilters {
  /** The id of a device. */
  readonly junction?: string | undefined
  /** Id of a customer; ignored with a junction. */
  readonly customer?: string | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

/** Records are kept for 400 days here; another platform may keep them longer. */
const OLDEST_MS = 10 * 365 * 86_400_000
/** No such record of the audit log may be read, or the platform has none. */
const NO_AUDIT = [403, 404, 405, 501]

/**
 * Fetches changes, the last ones first, step by step. Tenant administrators also see the audit log. Throws as `callApi`
 * does.
 */
export async function* fetchChangeHistory(filters: ChangeFilters, signal: AbortSignal): AsyncGenerator<HistoryStep> {
  const state = session.getState()
  const request = await requestOf(filters, signal)
  if (state.state !== 'signedIn' || !state.isTenantAdmin) {
    yield* fetchHistory(callChangeHistory, { ...request, hasAudit: false })
    return
  }
  let isBegun = false
  try {
    for await (const step of fetchHistory(callChangeHistory, { ...request, hasAudit: true })) {
      isBegun = true
      yield step
    }
  } catch (error) {
    if (isBegun || !(error instanceof ApiError) || !NO_AUDIT.includes(error.status)) throw error
    yield* fetchHistory(callChangeHistory, { ...request, hasAudit: false })
  }
}

async function requestOf({ junction, customer, fromMs, toMs }: ChangeFilters, signal: AbortSignal) {
  const nowMs = serverNowMs()
  const span = {
    fromMs: fromMs ?? nowMs - OLDEST_MS,
    // A change at this time must not be missing because clocks differ a little.
    untilMs: toMs === undefined ? nowMs + 5000 : toMs + 1,
    signal,
  }
  if (junction !== undefined) {
    const [info, settings] = await Promise.all([
      callApi('deviceInfo', { params: { deviceId: junction }, signal }),
      toMs === undefined || toMs >= nowMs ? fetchAttributeValues(junction, 'SHARED_SCOPE') : undefined,
    ])
    const present = settings && { settings: settingsAmong(settings), atMs: nowMs }
    return { ...span, device: { id: junction, name: info.name, label: info.label ?? '', ...(present && { present }) } }
  }
  if (customer === undefined) return span
  const { title } = await callCustomers('customer', { params: { customerId: customer }, signal })
  return { ...span, customer: title }
}

/** Reads the present attributes of a scope, as the platform has them: with their JSON types. */
export function presentAttributesQuery(deviceId: string, scope: WritableScope) {
  return queryOptions({
    queryKey: ['changes', 'present', deviceId, scope],
    queryFn: () => fetchAttributeValues(deviceId, scope),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Reads who wrote the record of a change, by the audit log: the last one first. */
export function recordWritersQuery(deviceId: string, atMs: number) {
  return queryOptions({
    queryKey: ['changes', 'writers', deviceId, atMs],
    queryFn: ({ signal }): Promise<readonly RecordWriter[]> =>
      fetchRecordWriters(callChangeHistory, deviceId, atMs, signal),
  })
}

/** Reads the change of a device that was begun at a time; null if there is none. */
export function changeAtQuery(deviceId: string, atMs: number) {
  return queryOptions({
    queryKey: ['changes', 'at', deviceId, atMs],
    queryFn: async ({ signal }) => {
      const span = { deviceId, fromMs: atMs, untilMs: atMs + 1, limit: 1, signal }
      const { changes } = await fetchChanges(callChangeHistory, span)
      return changes[0] ?? null
    },
  })
}

/** As many changes can be chosen. */
const CHOSEN_AMONG = 20

/** Reads the last changes of the settings of a device. */
export function lastChangesQuery(deviceId: string) {
  return queryOptions({
    queryKey: ['changes', 'last', deviceId],
    queryFn: async ({ signal }) => {
      const untilMs = serverNowMs() + 5000
      const span = { deviceId, fromMs: untilMs - OLDEST_MS, untilMs, limit: CHOSEN_AMONG, signal }
      const { changes } = await fetchChanges(callChangeHistory, span)
      return changes.filter(({ scope }) => scope === 'SHARED_SCOPE')
    },
  })
}
