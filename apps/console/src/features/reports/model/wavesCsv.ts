/** The green waves of a report as a CSV file: one line a corridor and plan. */
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import { isoSecond } from '@greenwave/controller/isoTime'
import { timeZone } from '@greenwave/controller/timeZone'
import type { WaveIncident } from '../../../data/reports/waveIncidents.ts'
import type { WaveRow } from '../../../data/reports/waveReport.ts'

/** The columns, in their order. They are named in English, as programs know them. */
const INCIDENT_COLUMNS = [
  ...['corridor', 'began', 'ended', 'lasted_seconds', 'acknowledged', 'sentence'],
  ...['corridor_id', 'incident_id'],
]

/** Returns the file. @param sentenceOf says in the reader's language what was wrong */
export function waveIncidentsCsv(
  incidents: readonly WaveIncident[],
  sentenceOf: (incident: WaveIncident) => string,
): Blob {
  const lines = incidents.map((one) => {
    const { corridor, raisedMs, clearedMs, acknowledgedMs, corridorId, id } = one
    // The duration of a wave incident that is still open is unknown.
    const lasted = clearedMs === null ? '' : Math.max(0, Math.round((clearedMs - raisedMs) / 1000))
    return csvLine([
      ...[corridor, isoSecond(raisedMs), isoSecond(clearedMs), lasted, isoSecond(acknowledgedMs), sentenceOf(one)],
      ...[corridorId, id],
    ])
  })
  return new Blob([BYTE_ORDER_MARK, csvLine(INCIDENT_COLUMNS), ...lines], { type: 'text/csv;charset=utf-8' })
}

/** The columns, in their order. They are named in English, as programs know them. Shares are 0 to 1; days are of `time_zone`. */
const COLUMNS = [
  ...['corridor', 'plan', 'from', 'to', 'outbound_share', 'inbound_share'],
  ...['judged', 'broken', 'unseen', 'corridor_id', 'reason', 'time_zone', 'kind_of_day'],
]

/**
 * Returns the file of the days from one to another, such as 2026-11-22.
 *
 * @param reasonOf says in the reader's language why a row has no evaluated cycle
 */
export function wavesCsv(rows: readonly WaveRow[], from: string, to: string, reasonOf: (row: WaveRow) => string): Blob {
  const lines = rows.map((row) => {
    const { id, name, plan, kind, evaluated, broken, unseen, shares } = row
    // Nothing that is not known is a number.
    return csvLine([
      ...[name, plan, from, to],
      ...shares.map((share) => (share === null ? '' : Math.round(share * 10_000) / 10_000)),
      ...[evaluated, broken, unseen, id, reasonOf(row), timeZone().name, kind],
    ])
  })
  return new Blob([BYTE_ORDER_MARK, csvLine(COLUMNS), ...lines], { type: 'text/csv;charset=utf-8' })
}
