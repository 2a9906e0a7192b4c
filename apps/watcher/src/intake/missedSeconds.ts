/** Reads what the platform has kept of a window: its samples, and the record that may be there already. */
import type { CallApi } from '@greenwave/client/callTypes'
import { ofDevice } from '@greenwave/client/ofDevice'
import { CYCLE_KEY, type CycleRecord, readCycleRecord } from '@greenwave/contract/cycleRecords'
import { readSettingsRecord, SETTINGS_KEY, type SettingsRecord } from '@greenwave/contract/settingsRecords'
import type { TelemetryValues } from '@greenwave/contract/telemetry'
import { TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { WINDOW_MS } from '@greenwave/observer/recordWindow'
import { type Message, messagesOf } from '@greenwave/observer/sample'
import { LEAD_MS, TRAIL_MS } from './rebuiltWindow.ts'

/** More samples of a key than a controller sends in a window: two a second. */
const MOST_SAMPLES = 2_000

/** What the platform has of a window. */
interface KeptWindow {
  /** The oldest first, with those shortly before and after the window. */
  readonly messages: readonly Message[]
  readonly record: CycleRecord | undefined
}

/** Reads what the platform has kept of a window. */
export async function readKeptWindow(call: CallApi, deviceId: string, startMs: number): Promise<KeptWindow> {
  const answer = await call('timeseries', {
    params: ofDevice(deviceId),
    query: {
      keys: [...TELEMETRY_KEYS, CYCLE_KEY].join(','),
      startTs: String(startMs - LEAD_MS),
      endTs: String(startMs + WINDOW_MS + TRAIL_MS),
      limit: String(MOST_SAMPLES),
      ...{ orderBy: 'ASC', agg: 'NONE' },
    },
  })
  const { [CYCLE_KEY]: records = [], ...samples } = answer
  return { messages: messagesOf(samples), record: recordAt(records, startMs) }
}

/** Reads the record of a window; undefined if it has none. */
export async function readRecord(call: CallApi, deviceId: string, startMs: number): Promise<CycleRecord | undefined> {
  const query = { keys: CYCLE_KEY, startTs: String(startMs), endTs: String(startMs + 1), limit: '1' }
  const { [CYCLE_KEY]: records = [] } = await call('timeseries', { params: ofDevice(deviceId), query })
  return recordAt(records, startMs)
}

/** Reads the newest record of the settings in force; undefined if there is none. */
export async function readNewestSettings(call: CallApi, deviceId: string): Promise<SettingsRecord | undefined> {
  // A call without a span has the latest value, however old.
  const answer = await call('timeseries', { params: ofDevice(deviceId), query: { keys: SETTINGS_KEY } })
  const newest = answer[SETTINGS_KEY]?.[0]
  return newest && readSettingsRecord(newest.ts, newest.value)
}

function recordAt(records: TelemetryValues[string], startMs: number): CycleRecord | undefined {
  const written = records.find(({ ts }) => ts === startMs)
  return written && readCycleRecord(startMs, written.value)
}

/** Returns the times of the windows in a span that have a record, epoch milliseconds, the oldest first. */
export async function readRecordTimes(
  call: CallApi,
  deviceId: string,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<readonly number[]> {
  const { [CYCLE_KEY]: counts = [] } = await call('timeseries', {
    params: ofDevice(deviceId),
    // Counting sends a number for each record instead of the record.
    query: {
      ...{ keys: CYCLE_KEY, startTs: String(fromMs), endTs: String(untilMs) },
      ...{ agg: 'COUNT', interval: String(WINDOW_MS), limit: '1000', orderBy: 'ASC' },
    },
  })
  return counts.map(({ ts }) => Math.floor(ts / WINDOW_MS) * WINDOW_MS).sort((a, b) => a - b)
}
