/** Hooks with which components read reports. The last ones are kept, so that going back is at once. */
import { type CountedCycle, countedCycles } from '@greenwave/observer/conformity/countDay'
import { type Period, spanOf } from '@greenwave/observer/conformity/days'
import { fetchDayRecords } from '@greenwave/observer/conformity/reading/dayReads'
import { fetchSpan } from '@greenwave/observer/conformity/reading/spanReads'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { againWhenBack, inBrowser, isTemporary } from '../againWhenBack.ts'
import { callReports } from '../historyApi.ts'
import { serverNowMs } from '../serverTime.ts'
import { session } from '../session.ts'
import { Report, type ReportState } from './Report.ts'
import { type ReportScope, fetchJunctions } from './reportJunctions.ts'

/** Subject and period of a report. */
export interface ReportRequest extends ReportScope {
  readonly period: Period
  /** Any time of the period, epoch milliseconds. */
  readonly atMs: number
  /** Name of the only kind of day that counts; all days without one. */
  readonly kind?: string | undefined
}

interface Kept {
  readonly report: Report
  /** When its reading began, epoch milliseconds. */
  readonly beganMs: number
}

/** Reports that are kept: all of a city, and some junctions of it. */
const MOST_KEPT = 6
/** A report of days that are not over yet is read again after this, milliseconds. */
const FRESH_MS = 600_000

/** The reports by the cache of the session that they belong to; they end with it. */
const kept = new WeakMap<QueryClient, Map<string, Kept>>()

function reportOf(client: QueryClient, request: ReportRequest): Report {
  const reports = kept.get(client) ?? new Map<string, Kept>()
  kept.set(client, reports)
  const { junction, customer, corridor, period, atMs, kind } = request
  const span = spanOf(period, atMs)
  const name = [period, span.fromMs, junction, customer, corridor, kind].join(' ')
  const known = reports.get(name)
  const nowMs = serverNowMs()
  const isFresh = known !== undefined && (span.untilMs < known.beganMs || nowMs - known.beganMs < FRESH_MS)
  if (known && isFresh) return known.report
  const report = new Report({
    kind,
    junctions: (signal) => fetchJunctions(session.getState(), { junction, customer, corridor }, signal),
    read: (deviceId, signal) =>
      fetchSpan({ call: callReports, deviceId, signal }, span, {
        nowMs: serverNowMs(),
        isExact: junction !== undefined,
      }),
  })
  reports.delete(name)
  reports.set(name, { report, beganMs: nowMs })
  for (const oldest of reports.keys()) if (reports.size > MOST_KEPT) reports.delete(oldest)
  return report
}

/** A report as a component shows it. */
export interface ShownReport extends ReportState {
  readonly cancel: () => void
  /** Reads all of it again. */
  readonly again: () => void
}

/**
 * Reads a report while the component is mounted, and returns how far it is.
 *
 * @param isWanted false: only what was read before is returned
 */
export function useReport(request: ReportRequest, isWanted = true): ShownReport {
  const client = useQueryClient()
  const { junction, customer, corridor, period, kind } = request
  const { fromMs } = spanOf(period, request.atMs)
  const report = useMemo(
    () => reportOf(client, { junction, customer, corridor, period, kind, atMs: fromMs }),
    [client, junction, customer, corridor, period, kind, fromMs],
  )
  const state = useSyncExternalStore(report.onChange, () => report.state)
  useEffect(() => {
    if (!isWanted) return undefined
    if (report.state.status !== 'done') report.start()
    const end = againWhenBack(
      {
        onChange: report.onChange,
        hasFailed: () => report.state.status === 'failed' && isTemporary(report.state.error),
        retry: () => report.start(),
      },
      inBrowser,
    )
    return () => {
      end()
      report.cancel()
    }
  }, [report, isWanted])
  return { ...state, cancel: () => report.cancel(), again: () => report.start() }
}

/** Reads the cycles of a day of a junction with what differs in them. */
export function dayCyclesQuery(deviceId: string, dayMs: number) {
  return queryOptions({
    queryKey: ['report', 'cycles', deviceId, dayMs],
    queryFn: async ({ signal }): Promise<readonly CountedCycle[]> =>
      countedCycles(await fetchDayRecords({ call: callReports, deviceId, signal }, dayMs, serverNowMs())),
    gcTime: FRESH_MS,
  })
}
