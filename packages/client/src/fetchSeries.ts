/** Reads telemetry in pages that are small, however long the span is and whatever it holds. */
import type { ValueOwnerType } from '@greenwave/contract/wire/attributes'
import type { TelemetryValues } from '@greenwave/contract/wire/telemetry'
import type { CallApi } from './callTypes.ts'
import { patiently, pauseFor } from './patiently.ts'

/** Request for a series. */
export interface SeriesRequest {
  readonly entity: { readonly entityType: ValueOwnerType; readonly entityId: string }
  /** Without commas. */
  readonly keys: readonly string[]
  /** Epoch milliseconds, `untilMs` excluded. */
  readonly fromMs: number
  readonly untilMs: number
  /** Most values of a key in a page. With keys that hold text, few: a page is held in memory as a whole. */
  readonly pageSize: number
  readonly signal?: AbortSignal
  /** Waits some milliseconds; rejects when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/**
 * Fetches telemetry oldest first, page by page; a key without values is missing in a page. All values of one time are in
 * one page. Stops when the signal aborts, with its reason.
 *
 * @throws as described at `createClient`, also when the platform keeps limiting the rate
 */
export async function* fetchSeries(
  call: CallApi<'timeseries'>,
  { entity, keys, untilMs, pageSize, signal, pause = pauseFor, ...request }: SeriesRequest,
): AsyncGenerator<TelemetryValues, void, void> {
  let fromMs = request.fromMs
  while (fromMs < untilMs) {
    const query = {
      keys: keys.join(','),
      startTs: String(fromMs),
      endTs: String(untilMs),
      limit: String(pageSize),
      ...{ orderBy: 'ASC', agg: 'NONE', useStrictDataTypes: 'true' },
    }
    const page = await patiently(
      () => call('timeseries', { params: entity, query, ...(signal && { signal }) }),
      (ms) => pause(ms, signal),
    )
    signal?.throwIfAborted()
    const endMs = endOfPage(page, pageSize, untilMs)
    yield endMs < untilMs ? valuesBefore(page, endMs) : page
    // Even if a platform replies values from before the span.
    fromMs = Math.max(endMs, fromMs + 1)
  }
}

/** Returns until when the page has all values: a full list may go on after its last one. */
function endOfPage(page: TelemetryValues, pageSize: number, untilMs: number): number {
  let endMs = untilMs
  for (const values of Object.values(page)) {
    if (values.length < pageSize) continue
    const lastMs = values.reduce((latest, { ts }) => Math.max(latest, ts), Number.NEGATIVE_INFINITY)
    endMs = Math.min(endMs, lastMs + 1)
  }
  return endMs
}

function valuesBefore(page: TelemetryValues, endMs: number): TelemetryValues {
  const lists = Object.entries(page).map(([key, values]) => [key, values.filter(({ ts }) => ts < endMs)] as const)
  return Object.fromEntries(lists.filter(([, values]) => values.length > 0))
}
