/** The incidents of corridors in a report: how often a green wave was broken, when, and for how long. */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { Sums } from '@greenwave/contract/records/daySums'
import { type IncidentFacts, parseIncidentDetails } from '@greenwave/contract/records/incidentDetails'
import { CORRIDOR_INCIDENT, isConsequence } from '@greenwave/contract/records/waves'
import type { AlarmTimes } from '@greenwave/observer/conformity/dayRecords'
import { DAY_MS, type DaySpan, nextMidnight, spanOf } from '@greenwave/observer/conformity/days'
import { incidentSums } from '@greenwave/observer/conformity/incidentSums'
import { BEFORE_MS, incidentTimes } from '@greenwave/observer/conformity/reading/dayReads'
import { addSums, NO_SUMS } from '@greenwave/observer/conformity/sums'
import { queryOptions } from '@tanstack/react-query'
import { callReports } from '../historyApi.ts'
import type { WaveReportRequest } from './waveReport.ts'

/** A time in which the green wave of a corridor was broken. Times are epoch milliseconds; null: not yet. */
export interface WaveIncident extends AlarmTimes {
  readonly id: string
  readonly corridorId: string
  readonly corridor: string
  /** Facts for its latest message. */
  readonly facts: IncidentFacts
  readonly text: string
}

const PAGE = 100
/** The newest of a report, by when they were raised. */
const MOST_PAGES = 10
const FRESH_MS = 600_000

/** Reads the incidents that began, ended or went on in the time of a report, those that began last first. */
export function waveIncidentsQuery({ period, atMs, customer, corridor }: WaveReportRequest) {
  const span = spanOf(period, atMs)
  return queryOptions({
    queryKey: ['report', 'waveIncidents', span.fromMs, span.untilMs, customer, corridor],
    queryFn: async ({ signal }): Promise<readonly WaveIncident[]> => {
      const found: AlarmInfo[] = []
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const { data, hasNext } = await fetchPage({ customer, corridor }, span, page, signal)
        found.push(...data)
        if (!hasNext) break
      }
      return found
        .flatMap((alarm) => waveIncident(alarm) ?? [])
        .filter(({ raisedMs, clearedMs, acknowledgedMs }) => {
          const lastMs = Math.max(clearedMs ?? Number.POSITIVE_INFINITY, acknowledgedMs ?? 0)
          return raisedMs < span.untilMs && lastMs >= span.fromMs
        })
        .sort((a, b) => b.raisedMs - a.raisedMs)
    },
    staleTime: FRESH_MS,
  })
}

function fetchPage(
  { customer, corridor }: Pick<WaveReportRequest, 'customer' | 'corridor'>,
  { fromMs, untilMs }: DaySpan,
  page: number,
  signal: AbortSignal,
) {
  const query = {
    ...{ page, pageSize: PAGE, sortProperty: 'createdTime', sortOrder: 'DESC', typeList: CORRIDOR_INCIDENT.type },
    // An alarm is created when five cycles are broken, later than the incident began.
    ...{ startTime: String(fromMs - BEFORE_MS), endTime: String(untilMs + DAY_MS) },
  } as const
  const of =
    corridor !== undefined
      ? ({ entityType: 'ASSET', entityId: corridor } as const)
      : customer !== undefined && ({ entityType: 'CUSTOMER', entityId: customer } as const)
  return of ? callReports('entityAlarmsV2', { params: of, query, signal }) : callReports('alarmsV2', { query, signal })
}

/** Reads the incident of a broken wave; undefined for an alarm of anything else. */
function waveIncident(alarm: AlarmInfo): WaveIncident | undefined {
  const { id, originator, originatorLabel, originatorName, details } = alarm
  const times = incidentTimes(alarm)
  if (times?.code !== CORRIDOR_INCIDENT.code || originator.entityType !== 'ASSET') return undefined
  const { facts = {}, text = '' } = parseIncidentDetails(details) ?? {}
  const corridor = originatorLabel?.trim() || originatorName?.trim() || ''
  return { ...times, ...{ id: id.id, corridorId: originator.id, corridor, facts, text: text || alarm.type } }
}

/**
 * Returns the sums of junctions with the incidents of corridors. No junction has these, and what an incident of a junction
 * causes is left out, so that nothing counts twice; only days with data get some.
 */
export function withWaveIncidents(
  { sums, days }: { readonly sums: Sums; readonly days: ReadonlyMap<number, Sums> },
  incidents: readonly WaveIncident[],
  span: DaySpan,
): { readonly sums: Sums; readonly days: ReadonlyMap<number, Sums> } {
  const counted = incidents.filter(({ facts }) => !isConsequence(facts))
  const added = (to: Sums, of: DaySpan): Sums => addSums(to, { ...NO_SUMS, incidents: incidentSums(counted, of) })
  return {
    sums: added(sums, span),
    days: new Map(
      [...days].map(([dayMs, day]) => [dayMs, added(day, { fromMs: dayMs, untilMs: nextMidnight(dayMs) })]),
    ),
  }
}
