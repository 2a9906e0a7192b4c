import { Aggregation, HISTORY_LIMIT, MAX_INTERVALS, type TelemetryValues } from '@greenwave/contract/wire/telemetry'
import { badRequest } from '../access/refusal.ts'
import { joined } from '../data/memory/historyReads.ts'
import type { HistoryReader, TimedValue } from '../data/port/deviceData.ts'
import { parseKeepingLiterals } from '../data/values/numberLiteral.ts'
import { valueText } from '../data/values/valueText.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { deleteTelemetry, writeTelemetry } from '../entities/values.ts'
import { LIMITS } from '../limits/limits.ts'
import { calendarIntervals, INTERVAL_TYPES, isTimeZone } from './calendarIntervals.ts'
import { type CallInput, handlersOf, policiesOf, StreamedAnswer } from './callTypes.ts'
import { TextRefusal } from './errorAnswers.ts'
import { parseFlag, parseInteger, parseWord } from './queryValues.ts'
import { keysOf, someKeysOf } from './telemetryKeys.ts'
import { targetOwner } from './telemetryTargets.ts'
import { tenantAdmins, watchers } from '../access/permissions.ts'

type Query = CallInput<'timeseries'>['query']

/** Latest time that is split by the calendar, epoch milliseconds; some thousand years before the last possible date. */
const MAX_CALENDAR_TS = 8e15
/** Shortest interval; a shorter one counts as this, milliseconds. */
const MIN_INTERVAL_MS = 1000

/** Policies of the calls about telemetry of devices. */
export const timeseriesPolicies = policiesOf({
  timeseries: { may: watchers, summary: 'Latest telemetry, or its history between two times' },
  timeseriesKeys: { may: watchers, summary: 'Telemetry names' },
  saveTimeseries: { may: tenantAdmins, summary: 'Write telemetry', records: 'TIMESERIES_UPDATED' },
  saveTimeseriesWithTtl: {
    may: tenantAdmins,
    summary: 'Write telemetry with a time to live in seconds, which is ignored',
    records: 'TIMESERIES_UPDATED',
  },
  deleteTimeseries: {
    may: tenantAdmins,
    summary: 'Delete telemetry of some keys, of a time or all',
    records: 'TIMESERIES_DELETED',
  },
})

/** Returns the handlers of the calls about telemetry of devices, customers and assets. */
export function timeseriesHandlers(deps: EntityDeps) {
  const { store, access } = deps

  function latest(deviceId: string, keys: readonly string[], isStrict: boolean): TelemetryValues {
    const values = store.data.latest(deviceId)
    const names = keys.length === 0 ? [...values.keys()] : keys
    return Object.fromEntries(
      names.map((key) => [key, [written(values.get(key) ?? { ts: access.now(), value: null }, isStrict)]]),
    )
  }

  async function history(
    deviceId: string,
    keys: readonly string[],
    [startTs, endTs]: readonly [number, number],
    query: Query,
    isStrict: boolean,
    reader: HistoryReader,
  ): Promise<TelemetryValues | StreamedAnswer> {
    const aggregation = parseWord(query, 'agg', Aggregation.options) ?? 'NONE'
    const intervalMs = parseInteger(query, 'interval') ?? 0
    const intervalType = parseWord(query, 'intervalType', INTERVAL_TYPES) ?? 'MILLISECONDS'
    const timeZone = query.timeZone || 'UTC'
    // Asking costs as much as reading a short history.
    if (query.timeZone && !isTimeZone(timeZone))
      throw badRequest(`Parameter 'timeZone' is '${timeZone}'; it must name a time zone.`)
    const limit = parseInteger(query, 'limit') ?? HISTORY_LIMIT
    if (limit < 1) throw new TextRefusal(400, 'Page size must not be less than one')
    const order = readOrder(query.orderBy)
    if (keys.length === 0) return {}

    const shared = { deviceId, keys, limit: Math.min(limit, LIMITS.historySamples.value), order, aggregation } as const
    if (aggregation !== 'NONE' && intervalType !== 'MILLISECONDS') {
      for (const [name, ts] of Object.entries({ startTs, endTs })) {
        if (Math.abs(ts) > MAX_CALENDAR_TS) {
          throw badRequest(`Parameter '${name}' is '${ts}'; in a calendar it must be within ±${MAX_CALENDAR_TS}.`)
        }
      }
      const intervals = calendarIntervals(startTs, endTs, intervalType, timeZone, MAX_INTERVALS)
      if (intervals === undefined) throw tooManyIntervals(MAX_INTERVALS + 1)
      const parts: Samples[] = []
      for (const [from, to] of intervals) {
        const asked = { ...shared, startTs: from, endTs: to, intervalMs: Math.max(to - from, MIN_INTERVAL_MS) }
        parts.push(parseKeepingLiterals(await joined(store.data.readHistory(asked, 'strict', reader))) as Samples)
      }
      return inOrder(joinedParts(parts), isStrict)
    }
    if (aggregation !== 'NONE' && intervalMs > 0) {
      const count = Math.floor((endTs - startTs) / Math.max(intervalMs, MIN_INTERVAL_MS))
      if (count > MAX_INTERVALS || count < 0) throw tooManyIntervals(count)
    }
    const isRaw = aggregation === 'NONE' || intervalMs <= 0
    const asked = {
      ...shared,
      aggregation: isRaw ? ('NONE' as const) : aggregation,
      startTs,
      endTs,
      intervalMs: isRaw ? 0 : Math.max(intervalMs, MIN_INTERVAL_MS),
    }
    return new StreamedAnswer(store.data.readHistory(asked, isStrict ? 'strict' : 'text', reader))
  }

  return handlersOf({
    timeseries: async (input) => {
      const { query, principal, gone } = input
      const owner = targetOwner(store, input)
      const isStrict = parseFlag(query, 'useStrictDataTypes', false)
      const keys = [...new Set(keysOf(query))]
      const startTs = parseInteger(query, 'startTs')
      const endTs = parseInteger(query, 'endTs')
      return startTs === undefined || endTs === undefined
        ? latest(owner.id.id, keys, isStrict)
        : history(owner.id.id, keys, [startTs, endTs], query, isStrict, { owner: principal.userId, signal: gone })
    },
    timeseriesKeys: (input) => [...store.data.latest(targetOwner(store, input).id.id).keys()],
    saveTimeseries: (input) => writeTelemetry(deps, input.principal, targetOwner(store, input), input.bodyText),
    saveTimeseriesWithTtl: (input) => {
      parseInteger(input.params, 'ttl')
      return writeTelemetry(deps, input.principal, targetOwner(store, input), input.bodyText)
    },
    deleteTimeseries: (input) => {
      const { query, principal } = input
      const owner = targetOwner(store, input)
      const keys = [...new Set(someKeysOf(query))]
      const range = parseFlag(query, 'deleteAllDataForKeys', false) ? 'all' : someRange(query)
      const deleteLatest = parseFlag(query, 'deleteLatest', true)
      const rewriteLatest = parseFlag(query, 'rewriteLatestIfDeleted', false)
      return deleteTelemetry(deps, principal, owner, keys, range, { deleteLatest, rewriteLatest })
    },
  })
}

/** Returns the time of a query. @throws {TextRefusal} when an end is missing */
function someRange(query: CallInput<'deleteTimeseries'>['query']) {
  const startTs = parseInteger(query, 'startTs')
  const endTs = parseInteger(query, 'endTs')
  if (startTs !== undefined && endTs !== undefined) return { startTs, endTs }
  const wanted = "start and end timestamp values shouldn't be empty"
  throw new TextRefusal(400, `When deleteAllDataForKeys is false, ${wanted}`)
}

function readOrder(text: string | undefined): 'ASC' | 'DESC' {
  const order = text ? text.toUpperCase() : 'DESC'
  if (order === 'ASC' || order === 'DESC') return order
  const wanted = "Has to be either 'desc' or 'asc' (case insensitive)"
  throw new TextRefusal(400, `Invalid value '${text}' for orders given; ${wanted}`)
}

function tooManyIntervals(count: number): TextRefusal {
  return new TextRefusal(
    400,
    `Incorrect TsKvQuery. Number of intervals is to high - ${count}. Please increase 'interval' parameter for your query or reduce the time range of the query.`,
  )
}

const written = ({ ts, value }: TimedValue, isStrict: boolean): { ts: number; value: unknown } => ({
  ts,
  value: isStrict ? value : valueText(value),
})

type Samples = Readonly<Record<string, readonly TimedValue[]>>

function joinedParts(parts: readonly Samples[]): Samples {
  const all = new Map<string, readonly TimedValue[]>()
  for (const part of parts) {
    for (const [key, samples] of Object.entries(part)) all.set(key, [...(all.get(key) ?? []), ...samples])
  }
  return Object.fromEntries(all)
}

function inOrder(found: Samples, isStrict: boolean): TelemetryValues {
  return Object.fromEntries(
    Object.entries(found).map(([key, samples]) => [
      key,
      samples.toSorted((a, b) => a.ts - b.ts).map((sample) => written(sample, isStrict)),
    ]),
  )
}
