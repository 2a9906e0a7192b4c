/** Reads what a platform has of the days of a junction: sums where they are kept, else records to count them from. */
import type { CallApi } from '@greenwave/client/callTypes'
import { CYCLE_KEY, parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { DAY_KEY, type DaySums, parseDaySums } from '@greenwave/contract/records/daySums'
import { EVENT_KEY, type JunctionEvent, parseEvent } from '@greenwave/contract/records/eventRecords'
import { parseIncidentDetails } from '@greenwave/contract/records/incidentDetails'
import { parseRanKind, RAN_KIND_KEY, type RanKind } from '@greenwave/contract/records/kindNotes'
import { parseSettingsRecord, SETTINGS_KEY } from '@greenwave/contract/records/settingsRecords'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { TelemetryValues } from '@greenwave/contract/wire/telemetry'
import { type SettingsFrom, settingsFrom } from '../../recordedSettings.ts'
import { WINDOW_MS, windowOf } from '../../recordWindow.ts'
import { type AlarmTimes, type DayRecords, firstKnownMs } from '../dayRecords.ts'
import { DAY_MS, type DaySpan, daysOf, nextMidnight } from '../days.ts'

/** The calls with which days are read. */
export type DayCalls = CallApi<'timeseries' | 'entityAlarmsV2'>

/** Whose days are read. */
export interface DayReader {
  readonly call: DayCalls
  readonly deviceId: string
  readonly signal?: AbortSignal
}

/** More values of a key than a day has: events of a controller that comes and goes all the time. */
const MOST_VALUES = 2_000
/** So far back it is looked for how a day began, and for incidents that end in it, milliseconds. */
export const BEFORE_MS = 31 * DAY_MS
const EVENTS_BEFORE = 100
const ALARMS_OF_PAGE = 100
const MOST_ALARM_PAGES = 10
/** A quarter of an hour is recorded so soon after its end, milliseconds; before that nothing lacks of it. */
export const RECORDED_WITHIN_MS = 1_800_000

/** Fetches the sums of the days of a span that are kept, the oldest first. */
export async function fetchKeptDays(reader: DayReader, { fromMs, untilMs }: DaySpan): Promise<readonly DaySums[]> {
  const { [DAY_KEY]: values = [] } = await read(reader, [DAY_KEY], fromMs, untilMs, {
    orderBy: 'ASC',
    limit: MOST_VALUES,
  })
  return values.flatMap(({ ts, value }) => parseDaySums(ts, value) ?? [])
}

/** Fetches which days of a span have records, as their midnights. */
export async function fetchRecordedDays(reader: DayReader, span: DaySpan): Promise<ReadonlySet<number>> {
  const recorded = new Set<number>()
  for (const { fromMs, untilMs, dayMs: lengthMs } of evenSpans(span)) {
    const { [CYCLE_KEY]: counts = [] } = await read(reader, [CYCLE_KEY], fromMs, untilMs, {
      // Counting sends a number for each day instead of its records.
      ...{ orderBy: 'ASC', agg: 'COUNT', limit: MOST_VALUES },
      interval: String(lengthMs),
    })
    for (const { ts } of counts) recorded.add(fromMs + Math.floor((ts - fromMs) / lengthMs) * lengthMs)
  }
  return recorded
}

/** Splits a span into spans of days that are equally long: where summer time begins or ends, one day is not. */
function evenSpans(span: DaySpan): readonly (DaySpan & { readonly dayMs: number })[] {
  const spans: (DaySpan & { dayMs: number })[] = []
  for (const fromMs of daysOf(span)) {
    const untilMs = nextMidnight(fromMs)
    const last = spans.at(-1)
    if (last?.dayMs === untilMs - fromMs) spans[spans.length - 1] = { ...last, untilMs }
    else spans.push({ fromMs, untilMs, dayMs: untilMs - fromMs })
  }
  return spans
}

/** Fetches the records of a day as far as it is over and recorded. `nowMs` is the platform's time. */
export async function fetchDayRecords(reader: DayReader, dayMs: number, nowMs: number): Promise<DayRecords> {
  const endMs = nextMidnight(dayMs)
  const ofDay = await read(
    reader,
    [CYCLE_KEY, EVENT_KEY, SETTINGS_KEY, RAN_KIND_KEY],
    dayMs - WINDOW_MS,
    endMs + WINDOW_MS,
    {
      orderBy: 'ASC',
      limit: MOST_VALUES,
    },
  )
  const before = await read(reader, [EVENT_KEY], dayMs - BEFORE_MS, dayMs, { orderBy: 'DESC', limit: EVENTS_BEFORE })
  const last = await read(reader, [SETTINGS_KEY, CYCLE_KEY, RAN_KIND_KEY], dayMs - BEFORE_MS, dayMs - WINDOW_MS, {
    orderBy: 'DESC',
    limit: 1,
  })
  const windows = (ofDay[CYCLE_KEY] ?? [])
    .flatMap(({ ts, value }) => parseCycleRecord(ts, value) ?? [])
    .sort((a, b) => a.startMs - b.startMs)
  // Events and settings may be older than the watcher: they have the times of the platform.
  const isWatchedBefore = (last[CYCLE_KEY] ?? []).length > 0 || windows.some(({ startMs }) => startMs < dayMs)
  const lastMs = windows.findLast(({ startMs }) => startMs < endMs)?.startMs ?? dayMs - WINDOW_MS
  const overMs = Math.max(windowOf(nowMs - RECORDED_WITHIN_MS), Math.min(windowOf(nowMs), lastMs + WINDOW_MS))
  const untilMs = Math.min(endMs, Math.max(dayMs, overMs))
  return {
    ...{ dayMs, untilMs, windows },
    fromMs: isWatchedBefore ? dayMs : Math.min(untilMs, firstKnownMs(windows) ?? untilMs),
    events: [...eventsIn(before), ...eventsIn(ofDay)].sort((a, b) => a.at - b.at),
    incidents: await fetchIncidents(reader, dayMs),
    settings: [...settingsIn(last), ...settingsIn(ofDay)].sort((a, b) => a.fromMs - b.fromMs),
    kinds: [...kindsIn(last), ...kindsIn(ofDay)].sort((a, b) => a.fromMs - b.fromMs),
  }
}

function eventsIn({ [EVENT_KEY]: values = [] }: TelemetryValues): readonly JunctionEvent[] {
  return values.flatMap(({ value }) => parseEvent(value) ?? [])
}

function settingsIn({ [SETTINGS_KEY]: values = [] }: TelemetryValues): readonly SettingsFrom[] {
  return values.flatMap(({ ts, value }) => {
    const record = parseSettingsRecord(ts, value)
    return record ? [settingsFrom(record)] : []
  })
}

function kindsIn({ [RAN_KIND_KEY]: values = [] }: TelemetryValues): readonly RanKind[] {
  return values.flatMap(({ ts, value }) => parseRanKind(ts, value) ?? [])
}

async function fetchIncidents({ call, deviceId, signal }: DayReader, dayMs: number): Promise<readonly AlarmTimes[]> {
  const found: AlarmTimes[] = []
  for (let page = 0; page < MOST_ALARM_PAGES; page += 1) {
    const { data, hasNext } = await call('entityAlarmsV2', {
      params: ofDevice(deviceId),
      query: {
        ...{ page, pageSize: ALARMS_OF_PAGE, sortProperty: 'createdTime', sortOrder: 'DESC' },
        startTime: String(dayMs - BEFORE_MS),
        endTime: String(dayMs + 2 * DAY_MS),
      },
      ...(signal && { signal }),
    })
    found.push(...data.flatMap((alarm) => incidentTimes(alarm) ?? []))
    if (!hasNext) break
  }
  return found
}

/** Returns when the incident of an alarm began, ended and was acknowledged; undefined for an alarm of others. */
export function incidentTimes({
  details,
  startTs,
  cleared,
  clearTs,
  acknowledged,
  ackTs,
}: AlarmInfo): AlarmTimes | undefined {
  const code = parseIncidentDetails(details)?.code
  if (code === undefined || code === '') return undefined
  return {
    code,
    raisedMs: startTs,
    clearedMs: cleared && clearTs > 0 ? clearTs : null,
    acknowledgedMs: acknowledged && ackTs > 0 ? ackTs : null,
  }
}

interface Part {
  readonly orderBy: 'ASC' | 'DESC'
  readonly limit: number
  readonly agg?: string
  readonly interval?: string
}

function read(
  { call, deviceId, signal }: DayReader,
  keys: readonly string[],
  fromMs: number,
  untilMs: number,
  { limit, agg = 'NONE', ...part }: Part,
): Promise<TelemetryValues> {
  const query = {
    ...{ keys: keys.join(','), startTs: String(fromMs), endTs: String(untilMs), limit: String(limit) },
    ...{ agg, useStrictDataTypes: 'true', ...part },
  }
  return call('timeseries', { params: ofDevice(deviceId), query, ...(signal && { signal }) })
}
