/** Reads what the platform has kept of a window: its samples, and the record that may be there already. */
import type { CallApi } from '@greenwave/client/callTypes'
import { fetchSeries } from '@greenwave/client/fetchSeries'
import { CYCLE_KEY, type CycleRecord, parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { DAY_KEY, type DaySums, parseDaySums } from '@greenwave/contract/records/daySums'
import { EVENT_KEY, type JunctionEvent, parseEvent } from '@greenwave/contract/records/eventRecords'
import {
  parseSettingsRecord,
  SETTINGS_EVERY_MS,
  SETTINGS_KEY,
  type SettingsRecord,
} from '@greenwave/contract/records/settingsRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { TelemetryValues } from '@greenwave/contract/wire/telemetry'
import { LAMP_KEYS, TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { WINDOW_MS } from '@greenwave/observer/recordWindow'
import { type Message, messagesOf } from '@greenwave/observer/sample'
import { LEAD_MS, TRAIL_MS } from './rebuiltWindow.ts'
import type { RecordedChanges } from './recordedAttributes.ts'

/** More samples of a key than a controller sends in a window: two a second. */
const MOST_SAMPLES = 2_000
/** Samples of a key that are read at once: a page is in memory as text and as values. */
const PAGE_SAMPLES = 250

/** Content of a window on the platform. */
interface KeptWindow {
  /** The oldest first, with those shortly before and after the window. */
  readonly messages: readonly Message[]
  readonly record: CycleRecord | undefined
}

/** Fetches what the platform has kept of a window. */
export async function fetchKeptWindow(
  call: CallApi<WatcherCall>,
  deviceId: string,
  startMs: number,
): Promise<KeptWindow> {
  const messages: Message[] = []
  let record: CycleRecord | undefined
  const pages = fetchSeries(call, {
    entity: ofDevice(deviceId),
    keys: [...TELEMETRY_KEYS, CYCLE_KEY],
    fromMs: startMs - LEAD_MS,
    untilMs: startMs + WINDOW_MS + TRAIL_MS,
    pageSize: PAGE_SAMPLES,
  })
  for await (const { [CYCLE_KEY]: records = [], ...samples } of pages) {
    record ??= recordAt(records, startMs)
    messages.push(...messagesOf(samples))
    if (messages.length >= MOST_SAMPLES) break
  }
  return { messages, record }
}

/** The newest of each kind that the platform has kept of a junction; undefined where there is none. */
export interface NewestKept {
  readonly record: CycleRecord | undefined
  readonly settings: SettingsRecord | undefined
  readonly day: DaySums | undefined
  readonly event: JunctionEvent | undefined
}

/** Kinds of which the newest is asked for. */
const NEWEST_KEYS = [CYCLE_KEY, SETTINGS_KEY, DAY_KEY, EVENT_KEY].map((key) => ({ type: 'TIME_SERIES' as const, key }))

/**
 * Fetches the newest of each kind that the platform has kept of some junctions, however old, by id; a junction that is no
 * more is left out.
 */
export async function fetchNewest(
  call: CallApi<WatcherCall>,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, NewestKept>> {
  const { data } = await call('findEntities', {
    body: {
      entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: [...deviceIds] },
      pageLink: { page: 0, pageSize: deviceIds.length },
      latestValues: NEWEST_KEYS,
    },
  })
  return new Map(data.map(({ entityId, latest }) => [entityId.id, newestOf(latest.TIME_SERIES ?? {})]))
}

/** @param latest by key; what is not there has no text */
function newestOf(latest: Readonly<Record<string, { readonly ts: number; readonly value: string }>>): NewestKept {
  const { [CYCLE_KEY]: record, [SETTINGS_KEY]: settings, [DAY_KEY]: day, [EVENT_KEY]: event } = latest
  return {
    record: record && parseCycleRecord(record.ts, record.value),
    settings: settings && parseSettingsRecord(settings.ts, settings.value),
    day: day && parseDaySums(day.ts, day.value),
    event: event && parseEvent(event.value),
  }
}

/** Events of a month or more of most junctions. */
const MOST_NEWEST = 100
const LATE_EVENTS_MS = 31 * 86_400_000

/** Returns whether one of the newest events says which mode the lamps show. */
export async function hasModeEvent(call: CallApi<WatcherCall>, deviceId: string, nowMs: number): Promise<boolean> {
  const events = await fetchNewestValues(call, deviceId, EVENT_KEY, { fromMs: nowMs - LATE_EVENTS_MS, untilMs: nowMs })
  return events.some(({ value }) => parseEvent(value)?.kind === 'mode')
}

/** A record of a day is written some time after midnight, so that the one before may be the newest. */
const LATE_SETTINGS_MS = 2 * SETTINGS_EVERY_MS

/** Fetches the changes of plan and settings in a span, and the last ones before it. */
export async function fetchRecordedChanges(
  call: CallApi<WatcherCall>,
  deviceId: string,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<Pick<RecordedChanges, 'plans' | 'settings'>> {
  const read = (key: string, earlierMs: number) =>
    fetchNewestValues(call, deviceId, key, { fromMs: fromMs - earlierMs, untilMs })
  const [events, records] = [await read(EVENT_KEY, LATE_EVENTS_MS), await read(SETTINGS_KEY, LATE_SETTINGS_MS)]
  const plans = events.flatMap(({ value }) => {
    const event = parseEvent(value)
    return event?.kind === 'plan' ? [event] : []
  })
  const settings = records.flatMap(({ ts, value }) => parseSettingsRecord(ts, value) ?? [])
  return { plans: plans.sort((a, b) => a.at - b.at), settings: settings.sort((a, b) => a.ts - b.ts) }
}

async function fetchNewestValues(
  call: CallApi<WatcherCall>,
  deviceId: string,
  key: string,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<TelemetryValues[string]> {
  const query = {
    ...{ keys: key, startTs: String(fromMs), endTs: String(untilMs) },
    ...{ limit: String(MOST_NEWEST), orderBy: 'DESC', agg: 'NONE' },
  }
  const { [key]: values = [] } = await call('timeseries', { params: ofDevice(deviceId), query })
  return values
}

/** Fetches the time of the first sample in a span, epoch milliseconds; undefined if it has none. */
export async function fetchFirstSample(
  call: CallApi<WatcherCall>,
  deviceId: string,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<number | undefined> {
  const [key = ''] = LAMP_KEYS
  const query = {
    ...{ keys: key, startTs: String(fromMs), endTs: String(untilMs) },
    ...{ limit: '1', orderBy: 'ASC', agg: 'NONE' },
  }
  const { [key]: samples = [] } = await call('timeseries', { params: ofDevice(deviceId), query })
  return samples[0]?.ts
}

function recordAt(records: TelemetryValues[string], startMs: number): CycleRecord | undefined {
  const written = records.find(({ ts }) => ts === startMs)
  return written && parseCycleRecord(startMs, written.value)
}

/** Returns the times of the windows in a span that have a record, epoch milliseconds, the oldest first. */
export async function fetchRecordTimes(
  call: CallApi<WatcherCall>,
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

/** Fetches the records of the windows in a span, which must be few: the oldest first. */
export async function fetchRecords(
  call: CallApi<WatcherCall>,
  deviceId: string,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<readonly CycleRecord[]> {
  const limit = String(Math.ceil((untilMs - fromMs) / WINDOW_MS))
  const { [CYCLE_KEY]: values = [] } = await call('timeseries', {
    params: ofDevice(deviceId),
    query: {
      ...{ keys: CYCLE_KEY, startTs: String(fromMs), endTs: String(untilMs), limit },
      ...{ orderBy: 'ASC', agg: 'NONE', useStrictDataTypes: 'true' },
    },
  })
  return values.flatMap(({ ts, value }) => parseCycleRecord(ts, value) ?? [])
}
