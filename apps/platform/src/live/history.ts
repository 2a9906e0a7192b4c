import type { HistoryCommand } from '@greenwave/contract/wire/live'
import { Aggregation, HISTORY_LIMIT, MAX_INTERVALS } from '@greenwave/contract/wire/telemetry'
import type { DeviceData, HistoryReader } from '../data/port/deviceData.ts'
import { LIMITS } from '../limits/limits.ts'
import { parseKeys } from './liveSubscription.ts'

/** The members of a command that ask for history. */
export type HistoryRequest = Pick<HistoryCommand, 'keys' | 'startTs' | 'endTs' | 'interval' | 'limit' | 'agg'>

/** Shortest interval; a shorter one counts as this, milliseconds. */
const SHORTEST_INTERVAL_MS = 1_000

const NO_VALUES = new TextEncoder().encode('{},"latestValues":{}}')

/**
 * Yields stored samples, newest first, as the end of a frame after `"data":`. Throws for an unknown aggregation and for
 * too many intervals.
 */
export async function* historyFrame(
  data: DeviceData,
  entityId: string,
  request: HistoryRequest,
  reader: HistoryReader,
): AsyncGenerator<Uint8Array> {
  const keys = [...(parseKeys(request.keys) ?? [])]
  if (keys.length === 0) {
    yield NO_VALUES
    return
  }
  const { startTs = 0, endTs = 0, interval = 0, limit, agg } = request
  const aggregation = Aggregation.parse(agg || 'NONE')
  const intervalMs = interval > 0 ? Math.max(interval, SHORTEST_INTERVAL_MS) : 0
  if (aggregation !== 'NONE' && intervalMs > 0 && (endTs - startTs) / intervalMs > MAX_INTERVALS) {
    throw new RangeError(`More than ${MAX_INTERVALS} intervals`)
  }
  const samples = Math.min(limit !== undefined && limit > 0 ? limit : HISTORY_LIMIT, LIMITS.historySamples.value)
  const query = {
    deviceId: entityId,
    keys,
    startTs,
    endTs,
    limit: samples,
    order: 'DESC',
    aggregation,
    intervalMs,
  } as const
  yield* data.readHistory(query, 'live', reader)
}
