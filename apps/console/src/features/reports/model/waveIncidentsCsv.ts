/** The incidents of corridors in a report as a CSV file: one line an incident. */
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import { isoSecond } from '@greenwave/controller/isoTime'
import type { WaveIncident } from '../../../data/reports/waveIncidents.ts'

/** The columns, in their order. They are named in English, as programs know them. */
const COLUMNS = [
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
  return new Blob([BYTE_ORDER_MARK, csvLine(COLUMNS), ...lines], { type: 'text/csv;charset=utf-8' })
}
