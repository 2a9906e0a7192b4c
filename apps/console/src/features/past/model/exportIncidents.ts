/** Writes past incidents as a CSV file, step by step, with a limit on what it takes of this computer's memory. */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { isoSecond } from '@greenwave/controller/isoTime'
import { junctionOf, levelNameOf } from '../../../data/alarmWords.ts'
import type { PastStep } from '../../../data/queries/pastIncidents.ts'
import { CsvFile } from '../../../shared/CsvFile.ts'
import { incidentOf, type PastIncident } from './pastIncident.ts'

/** The columns, in their order. They are named in English, as programs know them. */
const COLUMNS = [
  'began',
  'ended',
  'lasted_seconds',
  'level',
  'code',
  'kind',
  'sentence',
  'junction',
  'device_name',
  'customer',
  'acknowledged',
  'assigned_to',
  'device_id',
  'incident_id',
] as const

/** Contents of the file. */
export interface ExportParts {
  readonly steps: AsyncIterable<PastStep>
  /** Returns the sentence of an incident in the reader's language. */
  readonly sentence: (incident: PastIncident) => string
  /** Returns the title of a customer. It is asked once for each. */
  readonly titleOf: (customerId: string) => Promise<string>
  readonly onProgress: (progress: ExportProgress) => void
  readonly mostBytes?: number
}

/** How far an export is. */
export interface ExportProgress {
  readonly written: number
  readonly total: number
}

/** A finished file. */
export interface ExportedFile extends ExportProgress {
  readonly file: Blob
  /** When the first incident was raised that did not fit, epoch milliseconds; null if the file is whole. */
  readonly endsAtMs: number | null
}

/** Writes the file. Rejects with what the steps throw. */
export async function exportIncidents(parts: ExportParts): Promise<ExportedFile> {
  const { steps, sentence, titleOf, onProgress, mostBytes } = parts
  const titles = new Map<string, Promise<string>>()
  const titleOnce = (customerId: string) => {
    const known = titles.get(customerId) ?? titleOf(customerId)
    titles.set(customerId, known)
    return known
  }
  const csv = new CsvFile(COLUMNS, mostBytes)
  let total = 0
  for await (const step of steps) {
    total = step.total
    for (const alarm of step.incidents) {
      const customer = alarm.customerId ? await titleOnce(alarm.customerId.id) : ''
      if (!csv.add(cellsOf(alarm, sentence(incidentOf(alarm)), customer))) {
        return { file: csv.blob(), written: csv.written, total, endsAtMs: alarm.createdTime }
      }
    }
    csv.store()
    onProgress({ written: csv.written, total })
  }
  return { file: csv.blob(), written: csv.written, total, endsAtMs: null }
}

function cellsOf(alarm: AlarmInfo, sentence: string, customer: string): readonly (string | number)[] {
  const { startTs, clearTs, severity, type, originator, ackTs, assignee } = alarm
  return [
    isoSecond(startTs),
    isoSecond(clearTs),
    Math.max(0, Math.round((clearTs - startTs) / 1000)),
    levelNameOf(severity),
    incidentOf(alarm).code,
    type,
    sentence,
    junctionOf(alarm),
    alarm.originatorName ?? '',
    customer,
    isoSecond(ackTs),
    assignee?.email ?? '',
    originator.id,
    alarm.id.id,
  ]
}
