import { type HandOver, parseShiftRecord, type ShiftRecord, SHIFT_KEY } from '@greenwave/contract/records/shifts'
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { callChangeHistory, callChanges } from '../changeApi.ts'
import { serverNowMs } from '../serverTime.ts'
import { watchAssetQuery } from '../useWatch.ts'

/** A hand-over with its time, epoch milliseconds, and who took it over when; null if it was not taken over yet. */
export interface Shift {
  readonly atMs: number
  readonly handOver: HandOver
  readonly taken: { readonly atMs: number; readonly name: string; readonly by: string } | null
}

/** A page is short, because a hand-over may list hundreds of junctions. */
const PAGE_SIZE = 20
const AGAIN_MS = 30_000
const OLDEST_MS = 400 * 86_400_000

const KEY = ['shifts'] as const

interface DatedRecord {
  readonly atMs: number
  readonly record: ShiftRecord
}

/** Reads hand-overs, the last ones first. There are none before a watcher has run for the first time. */
export function shiftsQuery() {
  return infiniteQueryOptions({
    queryKey: KEY,
    queryFn: async ({ pageParam, signal, client }) => {
      const assetId = await client.fetchQuery(watchAssetQuery)
      if (assetId === null) return { records: [], nextUntilMs: null }
      const untilMs = pageParam ?? serverNowMs() + 60_000
      const query = {
        ...{ keys: SHIFT_KEY, startTs: String(serverNowMs() - OLDEST_MS), endTs: String(untilMs) },
        ...{ limit: String(PAGE_SIZE), orderBy: 'DESC', agg: 'NONE', useStrictDataTypes: 'true' },
      }
      const params = { entityType: 'ASSET', entityId: assetId } as const
      const values = (await callChangeHistory('timeseries', { params, query, signal }))[SHIFT_KEY] ?? []
      const records = values.flatMap(({ ts, value }): readonly DatedRecord[] => {
        const record = parseShiftRecord(value)
        return record ? [{ atMs: ts, record }] : []
      })
      const oldest = values.at(-1)?.ts
      return { records, nextUntilMs: values.length < PAGE_SIZE || oldest === undefined ? null : oldest }
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextUntilMs }) => nextUntilMs,
    refetchInterval: AGAIN_MS,
    select: ({ pages }) => shiftsOf(pages.flatMap(({ records }) => records)),
  })
}

/** Joins hand-overs with who took them over, the last ones first: of two who did, the first one counts. */
export function shiftsOf(records: readonly DatedRecord[]): readonly Shift[] {
  const taken = new Map<number, Shift['taken']>()
  for (const { atMs, record } of records.toSorted((a, b) => b.atMs - a.atMs)) {
    if (record.kind === 'taken') taken.set(record.of, { atMs, name: record.name, by: record.by })
  }
  return records
    .flatMap(({ atMs, record }) =>
      record.kind === 'handed' ? [{ atMs, handOver: record, taken: taken.get(atMs) ?? null }] : [],
    )
    .toSorted((a, b) => b.atMs - a.atMs)
}

/** Keeps a hand-over, or that one was taken over, at the present time. Rejects as the call does. */
export const saveShiftMutation = mutationOptions({
  mutationFn: async (record: ShiftRecord, { client }) => {
    const entityId = await client.fetchQuery(watchAssetQuery)
    if (entityId === null) throw new Error('There is no asset of the watch: start the watcher once.')
    await callChanges('saveTimeseries', {
      params: { entityType: 'ASSET', entityId, scope: 'ANY' },
      body: { ts: serverNowMs(), values: { [SHIFT_KEY]: record } },
    })
  },
  onSuccess: (_saved, _record, _result, { client }) => client.invalidateQueries({ queryKey: KEY }),
})
