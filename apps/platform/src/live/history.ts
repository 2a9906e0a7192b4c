import type { HistoryCommand } from '@greenwave/contract/live'
import { Aggregation, HISTORY_LIMIT, MAX_INTERVALS } from '@greenwave/contract/telemetry'
import type { DeviceData } from '../data/deviceData.ts'
import { type FrameData, sampleOf } from './frames.ts'
import { parseKeys } from './liveSubscription.ts'

type HistoryRequest = Pick<HistoryCommand, 'keys' | 'startTs' | 'endTs' | 'interval' | 'limit' | 'agg'>

/** An interval shorter than this counts as this, milliseconds. */
const SHORTEST_INTERVAL_MS = 1_000

/** Reads stored samples, newest first; rejects for an aggregation that does not exist or too many intervals. */
export async function readHistory(data: DeviceData, deviceId: string, request: HistoryRequest): Promise<FrameData> {
  const keys = [...(parseKeys(request.keys) ?? [])]
  if (keys.length === 0) return {}
  const { startTs = 0, endTs = 0, interval = 0, limit, agg } = request
  const aggregation = Aggregation.parse(agg || 'NONE')
  const intervalMs = interval > 0 ? Math.max(interval, SHORTEST_INTERVAL_MS) : 0
  if (aggregation !== 'NONE' && intervalMs > 0 && (endTs - startTs) / intervalMs > MAX_INTERVALS) {
    throw new RangeError(`More than ${MAX_INTERVALS} intervals`)
  }
  const found = await data.history({
    deviceId,
    keys,
    startTs,
    endTs,
    limit: limit !== undefined && limit > 0 ? limit : HISTORY_LIMIT,
    order: 'DESC',
    aggregation,
    intervalMs,
  })
  return Object.fromEntries(Object.entries(found).map(([key, values]) => [key, values.map(sampleOf)]))
}
