import type { DaySpan } from '@greenwave/observer/conformity/days'
import { addSums, NO_SUMS } from '@greenwave/observer/conformity/sums'
import type { Sums } from '@greenwave/contract/records/daySums'
import { useQuery } from '@tanstack/react-query'
import { type ReportRequest, useReport } from '../../../data/reports/useReport.ts'
import { waveIncidentsQuery, withWaveIncidents } from '../../../data/reports/waveIncidents.ts'

/**
 * Reads the sums of an earlier span of the same junctions, after the report itself. Null while they are read, undefined
 * where they cannot be.
 */
export function useEarlier(
  request: Omit<ReportRequest, 'atMs'>,
  span: DaySpan,
  isWanted: boolean,
): Sums | null | undefined {
  const { junction, period, customer, corridor } = request
  const atMs = span.fromMs
  const report = useReport({ ...request, atMs }, isWanted)
  const isOfMany = junction === undefined
  const waves = useQuery({ ...waveIncidentsQuery({ period, atMs, customer, corridor }), enabled: isWanted && isOfMany })
  if (report.status === 'failed' || report.status === 'cancelled' || waves.isError) return undefined
  if (report.status !== 'done' || (isOfMany && waves.isPending)) return null
  const days = [...report.days].filter(([dayMs]) => dayMs < span.untilMs)
  const sums = days.reduce<Sums>((sum, [, day]) => addSums(sum, day), NO_SUMS)
  return withWaveIncidents({ sums, days: new Map() }, (isOfMany && waves.data) || [], span).sums
}
