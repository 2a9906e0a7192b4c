/** Copies telemetry of devices, corridors and green routes, page by page: what is missing there is written, and what differs is not replaced unasked. */
import { fetchSeries } from '@greenwave/client/fetchSeries'
import { CORRIDOR_TYPE } from '@greenwave/contract/records/corridors'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { ROUTE_TYPE } from '@greenwave/contract/records/routes'
import type { ValueOwnerType } from '@greenwave/contract/wire/attributes'
import type { EntityRef } from '@greenwave/contract/wire/ids'
import type { TelemetryValues } from '@greenwave/contract/wire/telemetry'
import type { EntryOutcome } from '../entryImport.ts'
import { type CopyContext, type CopyJob, type CopyPage, type ListQuery, pagesOf } from './copyContext.ts'
import { devicePages } from './copyDevices.ts'
import { ifFound } from './copyEntity.ts'
import { isStoredAlike } from './exactJson.ts'

/** Span of history to copy. */
export interface HistorySpan {
  /** Epoch milliseconds, `untilMs` excluded. */
  readonly fromMs: number
  readonly untilMs: number
  /** Also what controllers sent each second; otherwise records alone, whose keys begin with `gw_`. */
  readonly withSeconds: boolean
}

const RECORD = /^gw_/
/** Most values of a key in a page. A change may take 200 kB, other records a few, and a second some bytes. */
const CHANGES_A_PAGE = 20
const RECORDS_A_PAGE = 100
const SECONDS_A_PAGE = 1000

/** The longest body of a write, characters: platforms and proxies refuse bodies of a few megabytes. */
const MOST_WRITTEN = 500_000

/** An entity with a history. */
interface PastRow {
  readonly name: string
  readonly entity: PastEntity
}
interface PastEntity {
  readonly entityType: ValueOwnerType
  readonly entityId: string
}

/** Returns how the history of devices, corridors and green routes is copied. */
export function historyJob(context: CopyContext, span: HistorySpan): CopyJob<PastRow> {
  return {
    kind: 'history',
    pages: () => pastPages(context),
    idOf: ({ entity }) => entity.entityId,
    nameOf: ({ name }) => name,
    copy: ({ entity }) => copySeries(context, span, entity),
  }
}

async function* pastPages(context: CopyContext): AsyncGenerator<CopyPage<PastRow>, void, void> {
  const row = (entityType: 'DEVICE' | 'ASSET', { id, name }: { readonly id: EntityRef; readonly name: string }) => ({
    name,
    entity: { entityType, entityId: id.id },
  })
  for await (const { rows, fraction } of devicePages(context)) {
    yield { rows: rows.map((device) => row('DEVICE', device)), fraction }
  }
  // They are few, so that the devices were nearly all of it.
  for (const type of [CORRIDOR_TYPE, ROUTE_TYPE]) {
    const read = (query: ListQuery) => context.from('tenantAssets', { query: { ...query, type } })
    for await (const { rows } of pagesOf(context, read)) {
      yield { rows: rows.map((asset) => row('ASSET', asset)), fraction: 1 }
    }
  }
}

async function copySeries(context: CopyContext, span: HistorySpan, source: PastEntity): Promise<EntryOutcome> {
  const { from, ids, isDryRun, isOverwriting } = context
  const targetId = ids.of(source.entityId)
  if (targetId === undefined) return { state: 'failed', why: 'it was not copied itself' }
  const target = { ...source, entityId: targetId }
  const keys = await from('timeseriesKeys', { params: source })
  let missing = 0
  const differing = new Set<string>()
  for (const group of groupsOf(keys, span.withSeconds)) {
    const request = { ...span, ...group }
    for await (const page of fetchSeries(from, { ...request, entity: source })) {
      const rows = rowsOf(page, (value) => ids.translate(value))
      // A dry run has not made the device.
      await ifFound(leaveOutSame(context, target, group, rows, differing))
      const written = [...rows].flatMap(([ts, values]) => {
        const wanted = [...values].filter(([, { isThere }]) => !isThere || isOverwriting)
        missing += wanted.filter(([, { isThere }]) => !isThere).length
        const sample = Object.fromEntries(wanted.map(([key, { value }]) => [key, value]))
        return wanted.length === 0 ? [] : [{ ts, values: sample }]
      })
      if (!isDryRun) await write(context, target, written)
    }
  }
  if (differing.size > 0 && !isOverwriting) return { state: 'conflict', fields: [...differing] }
  if (differing.size > 0) return { state: 'updated' }
  return { state: missing > 0 ? 'created' : 'same' }
}

function groupsOf(keys: readonly string[], withSeconds: boolean) {
  // Keys with commas cannot be read in a list.
  const plain = keys.filter((key) => !key.includes(','))
  const groups = [
    { keys: plain.filter((key) => key === CHANGE_KEY), pageSize: CHANGES_A_PAGE },
    { keys: plain.filter((key) => RECORD.test(key) && key !== CHANGE_KEY), pageSize: RECORDS_A_PAGE },
    { keys: withSeconds ? plain.filter((key) => !RECORD.test(key)) : [], pageSize: SECONDS_A_PAGE },
  ]
  return groups.filter((group) => group.keys.length > 0)
}

/** Values by time and key; `isThere`: the other platform has another value at that time. */
type Rows = Map<number, Map<string, { readonly value: unknown; readonly isThere: boolean }>>

function rowsOf(page: TelemetryValues, translate: (value: unknown) => unknown): Rows {
  const rows: Rows = new Map()
  for (const [key, samples] of Object.entries(page)) {
    for (const { ts, value } of samples) {
      if (value === null) continue
      const row = rows.get(ts) ?? new Map()
      rows.set(ts, row.set(key, { value: translate(value), isThere: false }))
    }
  }
  return rows
}

/** Takes out what the other platform has as well, and notes the keys of what it has otherwise. */
async function leaveOutSame(
  { to }: CopyContext,
  entity: PastEntity,
  group: { readonly keys: readonly string[]; readonly pageSize: number },
  rows: Rows,
  differing: Set<string>,
): Promise<void> {
  const times = [...rows.keys()]
  if (times.length === 0) return
  const [fromMs, lastMs] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))]
  for await (const page of fetchSeries(to, { ...group, entity, fromMs, untilMs: lastMs + 1 })) {
    for (const [key, samples] of Object.entries(page)) {
      for (const { ts, value } of samples) {
        const row = rows.get(ts)
        const wanted = row?.get(key)
        if (!row || !wanted) continue
        if (isStoredAlike(wanted.value, value)) row.delete(key)
        else {
          row.set(key, { ...wanted, isThere: true })
          differing.add(key)
        }
      }
    }
  }
}

/** Writes samples in bodies that are not too long. */
async function write(
  { to }: CopyContext,
  entity: PastEntity,
  samples: readonly { readonly ts: number }[],
): Promise<void> {
  const params = { ...entity, scope: 'ANY' }
  let body: string[] = []
  let length = 0
  const send = async () => {
    if (body.length > 0) await to('saveTimeseries', { params, body: `[${body.join()}]` })
    body = []
    length = 0
  }
  for (const sample of samples) {
    const text = JSON.stringify(sample)
    if (length + text.length > MOST_WRITTEN) await send()
    body.push(text)
    length += text.length
  }
  await send()
}
