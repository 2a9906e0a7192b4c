/** Reads pieces of a junction's past from the platform. */
import { type ChangedValue, changedValues } from '@greenwave/changes/changeKinds'
import type { CallApi } from '@greenwave/client/callTypes'
import { fetchSeries, type SeriesRequest } from '@greenwave/client/fetchSeries'
import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CYCLE_KEY, parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { EVENT_KEY, type JunctionEvent, parseEvent } from '@greenwave/contract/records/eventRecords'
import { SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { parseSettingsRecord, SETTINGS_KEY } from '@greenwave/contract/records/settingsRecords'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { TelemetryValues } from '@greenwave/contract/wire/telemetry'
import { type DeviceTime, deviceTimeFrom } from '@greenwave/controller/deviceClock'
import { LAMP_KEYS, TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { type SettingsFrom, settingsFrom } from '@greenwave/observer/recordedSettings'
import type { RecordWindow } from '@greenwave/observer/recordWindow'
import type { Span } from '@greenwave/observer/replay/gaps'
import { QUARTER_MS, type Quarter, quartersIn } from '@greenwave/observer/replay/quarter'
import { isActuatedNow, type ReplayDisplay, replayDisplay } from '@greenwave/observer/replay/recordedStyles'
import { LEAD_MS, sampledQuarter, TRAIL_MS } from '@greenwave/observer/replay/sampledQuarter'
import { type Message, messagesOf } from '@greenwave/observer/sample'
import { type Incident, parseIncident } from '../fleet/incident.ts'
import { callFleet } from '../fleetApi.ts'
import { callHistory } from '../historyApi.ts'

/** A quarter of an hour in three parts, each of which is read in a few milliseconds of the page's time. */
const SAMPLES_OF_PAGE = 310
const RECORDS_OF_PAGE = 48
const EVENTS_OF_PAGE = 500
/** A change holds all settings before it. */
const CHANGES_OF_PAGE = 50
const MOST_CHANGES = 200
/** More events than this are not read of one piece: a connection that flaps all day. */
const MOST_EVENTS = 3000
/** Number of events before a span that are read for the state at its start. */
const EVENTS_BEFORE = 100
/** Number of incidents read of a span, the newest first. */
const MOST_INCIDENTS = 100

/** Incidents of a span. */
export interface FetchedIncidents {
  /** The oldest first. */
  readonly incidents: readonly Incident[]
  /** Whether earlier ones were left out. */
  readonly isCut: boolean
}

/** A change of settings. */
export interface PastChange {
  readonly atMs: number
  /** Author, by the record's own account. */
  readonly who: string
  /** Changes in English, one line a value; and the values themselves, as far as the record has them. */
  readonly words: readonly string[]
  readonly values: readonly ChangedValue[]
  /** New time of the clock; null if it was not set, or if the record does not have it. */
  readonly clock: DeviceTime | null
  /** When the mode ends automatically, epoch milliseconds; null: never; undefined where not stated. */
  readonly until: number | null | undefined
  /** When the replaced hold was to end, likewise; undefined where nothing was held. */
  readonly untilBefore?: number | null | undefined
  readonly why: string
  /** Whether the platform took it. */
  readonly isTaken: boolean
}

/** Events, and the settings in force. */
export interface FetchedEvents {
  readonly events: readonly JunctionEvent[]
  readonly settings: readonly SettingsFrom[]
  readonly changes: readonly PastChange[]
}

/** Reads of one junction's past. Each rejects as described at `createClient`. */
export interface HistoryFetches {
  /** Fetches the displays of the junction; undefined where each lamp counts every second. */
  readonly displays: (signal: AbortSignal) => Promise<ReplayDisplay | undefined>
  /** Returns the quarter of an hour that samples show; undefined without samples. */
  readonly samples: (startMs: number, signal: AbortSignal) => Promise<Quarter | undefined>
  /** Returns the quarters that the lamps of a short span show, without clocks. */
  readonly lamps: (span: Span, signal: AbortSignal) => Promise<readonly Quarter[]>
  readonly records: (span: Span, signal: AbortSignal) => Promise<readonly RecordWindow[]>
  readonly events: (span: Span, signal: AbortSignal) => Promise<FetchedEvents>
  /** Returns the last events before a time, and the settings in force at it. */
  readonly eventsBefore: (ms: number, signal: AbortSignal) => Promise<FetchedEvents>
  readonly incidents: (span: Span, signal: AbortSignal) => Promise<FetchedIncidents>
}

/** Creates the reads of a junction's past. */
export function historyFetches(
  deviceId: string,
  call: CallApi<'timeseries' | 'attributes'> = callHistory,
): HistoryFetches {
  const entity = ofDevice(deviceId)
  let known: { readonly displays: ReplayDisplay | undefined; readonly isActuated: boolean } | undefined
  const styles = async (signal: AbortSignal) => {
    if (!known) {
      const params = { ...entity, scope: 'SERVER_SCOPE' }
      const values = await call('attributes', { params, query: { keys: `${SITE_KEY},${LEARNED_KEY}` }, signal })
      const noted = (name: string) => values.find(({ key }) => key === name)?.value
      const both = [noted(SITE_KEY), noted(LEARNED_KEY)] as const
      known = { displays: replayDisplay(...both), isActuated: isActuatedNow(...both) }
    }
    return known
  }
  const messagesIn = async (request: Omit<SeriesRequest, 'pageSize'>) => {
    const messages: Message[] = []
    for await (const page of fetchSeries(call, { ...request, pageSize: SAMPLES_OF_PAGE })) {
      messages.push(...messagesOf(page))
    }
    return messages
  }
  const newestBefore = (key: string, ms: number, count: number, signal: AbortSignal) => {
    const span = { keys: key, startTs: '0', endTs: String(ms), limit: String(count) }
    const query = { ...span, orderBy: 'DESC', agg: 'NONE', useStrictDataTypes: 'true' }
    return call('timeseries', { params: entity, query, signal })
  }
  return {
    displays: async (signal) => (await styles(signal)).displays,
    async samples(startMs, signal) {
      const span = { fromMs: startMs - LEAD_MS, untilMs: startMs + QUARTER_MS + TRAIL_MS }
      const { displays, isActuated } = await styles(signal)
      const messages = await messagesIn({ entity, keys: TELEMETRY_KEYS, ...span, signal })
      const quarter = sampledQuarter(startMs, messages, displays)
      return quarter && isActuated ? { ...quarter, isActuated } : quarter
    },
    async lamps(span, signal) {
      const { displays } = await styles(signal)
      const messages = await messagesIn({ entity, keys: LAMP_KEYS, ...span, signal })
      return quartersIn(span.fromMs, span.untilMs).flatMap(
        (startMs) => sampledQuarter(startMs, messages, displays) ?? [],
      )
    },
    async records(span, signal) {
      const windows: RecordWindow[] = []
      const request = { entity, keys: [CYCLE_KEY], ...span, pageSize: RECORDS_OF_PAGE, signal }
      for await (const { [CYCLE_KEY]: records = [] } of fetchSeries(call, request)) {
        windows.push(...records.flatMap(({ ts, value }) => parseCycleRecord(ts, value) ?? []))
      }
      return windows
    },
    async events(span, signal) {
      const request = { entity, ...span, signal }
      const read: FetchedEvents[] = []
      const happened = { ...request, keys: [EVENT_KEY, SETTINGS_KEY], pageSize: EVENTS_OF_PAGE }
      for await (const page of fetchSeries(call, happened)) {
        read.push(eventsIn(page))
        if (read.length * EVENTS_OF_PAGE >= MOST_EVENTS) break
      }
      const changes: PastChange[] = []
      const changed = { ...request, keys: [CHANGE_KEY], pageSize: CHANGES_OF_PAGE }
      for await (const page of fetchSeries(call, changed)) {
        changes.push(...changesIn(page))
        if (changes.length >= MOST_CHANGES) break
      }
      return {
        events: read.flatMap(({ events }) => events),
        settings: read.flatMap(({ settings }) => settings),
        changes,
      }
    },
    async eventsBefore(ms, signal) {
      const [events, settings] = await Promise.all([
        newestBefore(EVENT_KEY, ms, EVENTS_BEFORE, signal),
        newestBefore(SETTINGS_KEY, ms, 1, signal),
      ])
      return eventsIn({ ...events, ...settings })
    },
    async incidents({ fromMs, untilMs }, signal) {
      const paged = { page: 0, pageSize: MOST_INCIDENTS, sortProperty: 'createdTime', sortOrder: 'DESC' } as const
      const read = (query: { readonly endTime?: string; readonly statusList?: string }) =>
        callFleet('entityAlarmsV2', { params: entity, query: { ...paged, ...query }, signal })
      // What is open may have begun long before.
      const [newest, open] = await Promise.all([read({ endTime: String(untilMs) }), read({ statusList: 'ACTIVE' })])
      const byId = new Map([...open.data, ...newest.data].map((alarm) => [alarm.id.id, alarm]))
      const incidents = [...byId.values()]
        .flatMap((alarm) => parseIncident(alarm) ?? [])
        .filter(({ sinceMs, endedMs }) => sinceMs < untilMs && (endedMs ?? Number.POSITIVE_INFINITY) >= fromMs)
        .sort((a, b) => a.sinceMs - b.sinceMs)
      const oldest = newest.data.at(-1)?.createdTime ?? 0
      return { incidents, isCut: newest.hasNext && oldest > fromMs }
    },
  }
}

function eventsIn({ [EVENT_KEY]: events = [], [SETTINGS_KEY]: settings = [] }: TelemetryValues): FetchedEvents {
  return {
    events: events.flatMap(({ value }) => parseEvent(value) ?? []),
    settings: settings.flatMap(({ ts, value }) => {
      const record = parseSettingsRecord(ts, value)
      return record ? settingsFrom(record) : []
    }),
    changes: [],
  }
}

function changesIn({ [CHANGE_KEY]: changes = [] }: TelemetryValues): readonly PastChange[] {
  return changes.flatMap(({ ts, value }) => {
    const change = parseChangeRecord(ts, value)
    if (!change) return []
    const { at, by, words, before, after, until, untilBefore, why, state } = change
    const values = changedValues(before, after)
    const clock = deviceTimeFrom((key) => after[key])
    return { atMs: at, who: by.name, words, values, clock, until, untilBefore, why, isTaken: state !== 'refused' }
  })
}
