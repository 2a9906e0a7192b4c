/** Reads what the watcher recorded of a junction. */
import { fetchSeries } from '@greenwave/client/fetchSeries'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CYCLE_KEY, type CycleRecord, parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { EVENT_KEY, type JunctionEvent, parseEvent } from '@greenwave/contract/records/eventRecords'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { parseSettingsRecord, SETTINGS_KEY, type SettingsRecord } from '@greenwave/contract/records/settingsRecords'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { TelemetryValues } from '@greenwave/contract/wire/telemetry'
import type { HistorySource, Span } from './table.ts'

/** Values of a page: records are up to 6 kB long. */
const PAGE_SIZE = 100
/** Changes have two or three kilobytes each, and 200 kB at most. */
const CHANGES_OF_PAGE = 20
/** Events that are searched for the last one of a kind before a span. */
const MOST_EVENTS_BEFORE = 500

type Value = TelemetryValues[string][number]

async function* valuesOf(
  { call, deviceId, signal }: HistorySource,
  key: string,
  span: Span,
  pageSize: number = PAGE_SIZE,
): AsyncGenerator<Value> {
  const request = { entity: ofDevice(deviceId), keys: [key], ...span, pageSize, ...(signal && { signal }) }
  for await (const page of fetchSeries(call, request)) {
    for (const value of (page[key] ?? []).toSorted((a, b) => a.ts - b.ts)) yield value
  }
}

/** Fetches the records of cycles that begin in a span, the oldest first. */
export async function fetchCycles(source: HistorySource, span: Span): Promise<readonly CycleRecord[]> {
  const found = new Map<number, CycleRecord>()
  for await (const { ts, value } of valuesOf(source, CYCLE_KEY, span)) {
    const record = parseCycleRecord(ts, value)
    if (record) found.set(ts, record)
  }
  return [...found.values()]
}

/** Fetches the events that were written in a span, in the order of their times. */
export async function fetchEvents(source: HistorySource, span: Span): Promise<readonly JunctionEvent[]> {
  const events: JunctionEvent[] = []
  for await (const { value } of valuesOf(source, EVENT_KEY, span)) {
    const event = parseEvent(value)
    if (event) events.push(event)
  }
  return events.sort((a, b) => a.at - b.at)
}

/** Fetches the last events before a time, the oldest first, as far as they tell which plan and mode there were. */
export async function fetchEventsBefore(source: HistorySource, ms: number): Promise<readonly JunctionEvent[]> {
  const values = await newestBefore(source, EVENT_KEY, ms, MOST_EVENTS_BEFORE)
  const events = values.flatMap(({ value }) => parseEvent(value) ?? [])
  return (['plan', 'mode', 'connection'] as const)
    .flatMap((kind) => events.find((event) => event.kind === kind) ?? [])
    .sort((a, b) => a.at - b.at)
}

/** Yields the settings in force at the beginning of a span and those of the span, the oldest first. */
export async function* fetchSettings(source: HistorySource, span: Span): AsyncGenerator<SettingsRecord> {
  const [before] = await newestBefore(source, SETTINGS_KEY, span.fromMs + 1, 1)
  const first = before && parseSettingsRecord(before.ts, before.value)
  if (first) yield first
  for await (const { ts, value } of valuesOf(source, SETTINGS_KEY, { ...span, fromMs: span.fromMs + 1 })) {
    const record = parseSettingsRecord(ts, value)
    if (record) yield record
  }
}

/** Yields the changes that were begun in a span, the oldest first. What cannot be read as one is left out. */
export async function* fetchChanges(source: HistorySource, span: Span): AsyncGenerator<ChangeRecord> {
  for await (const { ts, value } of valuesOf(source, CHANGE_KEY, span, CHANGES_OF_PAGE)) {
    const change = parseChangeRecord(ts, value)
    if (change) yield change
  }
}

/** Reads the newest values before a time, the newest first. */
async function newestBefore(
  { call, deviceId, signal }: HistorySource,
  key: string,
  untilMs: number,
  limit: number,
): Promise<readonly Value[]> {
  const query = {
    ...{ keys: key, startTs: '0', endTs: String(untilMs), limit: String(limit) },
    ...{ orderBy: 'DESC', agg: 'NONE', useStrictDataTypes: 'true' },
  }
  const { [key]: values = [] } = await call('timeseries', {
    params: ofDevice(deviceId),
    query,
    ...(signal && { signal }),
  })
  return values.toSorted((a, b) => b.ts - a.ts)
}
