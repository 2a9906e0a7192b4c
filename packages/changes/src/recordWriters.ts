/** Who wrote the record of a change, whomever the record names: the platform's audit log knows. */
import type { CallApi } from '@greenwave/client/callTypes'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import type { AuditLog } from '@greenwave/contract/wire/audit'
import { ofDevice } from '@greenwave/contract/wire/ids'

/** A write of a record. */
export interface RecordWriter {
  readonly userId: string
  readonly name: string
  readonly atMs: number
}

/** Records of the audit log that are looked through, the oldest first: the record is mostly among the first. */
const LOOKED_THROUGH = 500
/** The clocks of platform and writer may differ by this, milliseconds. */
const AHEAD_MS = 60_000

/**
 * Fetches the writers of a change's record, in order. Empty if there is no such write among the calls that the
 * audit log has, or only long after the change. Rejects as the call does.
 */
export async function fetchRecordWriters(
  call: CallApi<'entityAuditLogs'>,
  deviceId: string,
  atMs: number,
  signal?: AbortSignal,
): Promise<readonly RecordWriter[]> {
  const query = {
    ...{ pageSize: LOOKED_THROUGH, page: 0, sortProperty: 'createdTime', sortOrder: 'ASC' as const },
    startTime: String(atMs - AHEAD_MS),
    actionTypes: 'TIMESERIES_UPDATED',
  }
  const { data } = await call('entityAuditLogs', { params: ofDevice(deviceId), query, ...(signal && { signal }) })
  return data
    .filter((log) => log.actionStatus === 'SUCCESS' && writesRecordAt(log, atMs))
    .map(({ userId, userName, createdTime }) => ({ userId: userId.id, name: userName ?? '', atMs: createdTime }))
}

function writesRecordAt({ actionData }: AuditLog, atMs: number): boolean {
  const written: readonly unknown[] = Array.isArray(actionData?.timeseries) ? actionData.timeseries : []
  return written.some((sample) => {
    const { ts, values } = Object(sample) as { readonly ts?: unknown; readonly values?: unknown }
    return ts === atMs && typeof values === 'object' && values !== null && Object.hasOwn(values, CHANGE_KEY)
  })
}
