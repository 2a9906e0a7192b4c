/** Reads the recorded changes of one device, the last ones first. */
import type { CallApi } from '@greenwave/client/callTypes'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { ofDevice } from '@greenwave/contract/wire/ids'

/** Which changes are read. Times are epoch milliseconds, `untilMs` excluded. */
export interface ChangesRequest {
  readonly deviceId: string
  readonly fromMs: number
  readonly untilMs: number
  /** At most so many; a record has two or three kilobytes. */
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

/** Some changes of a device. */
export interface SomeChanges {
  readonly changes: readonly ChangeRecord[]
  /** Where the ones before these begin, as `untilMs`; null when there are none. */
  readonly nextUntilMs: number | null
}

/** Fetches changes. What cannot be read as one is left out. Rejects as the call does. */
export async function fetchChanges(call: CallApi<'timeseries'>, request: ChangesRequest): Promise<SomeChanges> {
  const { deviceId, fromMs, untilMs, limit, signal } = request
  const query = {
    keys: CHANGE_KEY,
    startTs: String(fromMs),
    endTs: String(untilMs),
    limit: String(limit),
    ...{ orderBy: 'DESC', agg: 'NONE', useStrictDataTypes: 'true' },
  }
  const answer = await call('timeseries', { params: ofDevice(deviceId), query, ...(signal && { signal }) })
  const values = (answer[CHANGE_KEY] ?? []).toSorted((a, b) => b.ts - a.ts)
  const oldest = values.at(-1)
  return {
    changes: values.flatMap(({ ts, value }) => parseChangeRecord(ts, value) ?? []),
    nextUntilMs: values.length < limit || !oldest || oldest.ts <= fromMs ? null : Math.min(oldest.ts, untilMs - 1),
  }
}
