/** A report as a CSV file: one line a junction. */
import { isoSecond } from '@greenwave/controller/isoTime'
import { timeZone } from '@greenwave/controller/timeZone'
import type { Figures } from '@greenwave/observer/conformity/figures'
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import type { ReportRow } from '../../../data/reports/Report.ts'

/** The columns, in their order. They are named in English, as programs know them. Shares are 0 to 1; days are of `time_zone`. */
const COLUMNS = [
  ...['junction', 'device_name', 'from', 'to', 'cycles', 'judged', 'as_programmed'],
  ...['green_mean_s', 'green_largest_s', 'cycle_mean_s', 'cycle_largest_s', 'position_mean_s', 'position_largest_s'],
  ...['plans_on_time', 'missing', 'available', 'connected', 'flashing_s', 'route1_s', 'route2_s', 'automatic_s'],
  ...['incidents', 'mean_acknowledge_s', 'mean_clear_s', 'watched_since', 'days_without_records', 'device_id'],
  ...['judged_by_limits', 'not_shown', 'as_programmed_over', 'green_over', 'cycle_over', 'position_over'],
  ...['available_over', 'plans_on_time_over', 'modes_over', 'acknowledged', 'cleared', 'time_zone', 'kind_of_day'],
]

/**
 * Returns the file of a report about the days from one to another, such as 2026-11-22.
 *
 * @param kind name of the only kind of day in it
 */
export function reportCsv(rows: readonly ReportRow[], from: string, to: string, kind = ''): Blob {
  const lines = rows.map((row) => csvLine([...cellsOf(row, from, to), kind]))
  return new Blob([BYTE_ORDER_MARK, csvLine(COLUMNS), ...lines], { type: 'text/csv;charset=utf-8' })
}

function cellsOf(row: ReportRow, from: string, to: string): readonly (string | number)[] {
  const { label, name, id, sums, figures, watchedSinceMs, unrecorded } = row
  const { over } = figures
  return [
    ...[label, name, from, to, figures.cycles, figures.evaluated, rounded(figures.asProgrammed)],
    ...[figures.greens, figures.cycleLength, figures.position].flatMap(spreadCells),
    ...[figures.plansOnTime, figures.missing, figures.available, figures.connected].map(rounded),
    ...sums.modes,
    ...[figures.incidents, rounded(figures.acknowledgeSeconds), rounded(figures.clearSeconds)],
    ...[isoSecond(watchedSinceMs), unrecorded, id],
    ...[figures.byLimits, rounded(figures.notShown)],
    ...[over.asProgrammed, over.greens, over.cycleLength, over.position].map(rounded),
    ...[over.available, over.plansOnTime, over.modes].map(rounded),
    ...[figures.acknowledged, figures.cleared, timeZone().name],
  ]
}

function spreadCells(spread: Figures['greens']): readonly (string | number)[] {
  return spread ? [rounded(spread.mean), spread.largest] : ['', '']
}

/** Nothing that is not known is a number. */
function rounded(value: number | null): string | number {
  return value === null ? '' : Math.round(value * 10_000) / 10_000
}
