/** Writes changes as a CSV file, step by step, with a limit on what it takes of this computer's memory. */
import type { HistoryStep } from '@greenwave/changes/changeHistory'
import { kindsOf } from '@greenwave/changes/changeKinds'
import { changeWords } from '@greenwave/changes/changeWords'
import { type HistoryEntry, outcomeOf } from '@greenwave/changes/historyEntry'
import { isoSecond } from '@greenwave/controller/isoTime'
import { CsvFile } from '../../../shared/CsvFile.ts'

/** The columns, in their order. They are named in English, as programs know them. */
const COLUMNS = [
  'changed',
  'kind',
  'junction',
  'device_name',
  'person',
  'from',
  'state',
  'audit_log',
  'what',
  'why',
  'restores',
  'device_id',
  'change_id',
] as const

/** How far an export is. */
export interface ExportProgress {
  readonly written: number
  /** How far back it was read, epoch milliseconds. */
  readonly reachedMs: number
}

/** A finished file. */
export interface ExportedFile {
  readonly file: Blob
  readonly written: number
  /** Whether every change is in it. */
  readonly isWhole: boolean
}

/** Contents of the file. */
export interface ExportParts {
  readonly steps: AsyncIterable<HistoryStep>
  readonly isWanted: (entry: HistoryEntry) => boolean
  readonly onProgress: (progress: ExportProgress) => void
  readonly mostBytes?: number
}

/** Writes the file. Rejects with what the steps throw. */
export async function exportChanges({ steps, isWanted, onProgress, mostBytes }: ExportParts): Promise<ExportedFile> {
  const csv = new CsvFile(COLUMNS, mostBytes)
  const ended = (isWhole: boolean): ExportedFile => ({ file: csv.blob(), written: csv.written, isWhole })
  for await (const { entries, reachedMs } of steps) {
    for (const entry of entries.filter(isWanted)) {
      if (!csv.addAt(entry.atMs, cellsOf(entry))) return ended(false)
    }
    onProgress({ written: csv.written, reachedMs })
  }
  return ended(true)
}

function cellsOf(entry: HistoryEntry): readonly string[] {
  const { device, atMs } = entry
  const isRecorded = entry.kind === 'change'
  const change = isRecorded ? entry.change : entry
  return [
    isoSecond(atMs),
    kindsOf(change).join(' '),
    device.label || device.name,
    device.name,
    isRecorded ? entry.change.by.name : (entry.by ?? ''),
    isRecorded ? entry.change.from : entry.viaApiKey ? 'API key' : 'outside Greenwave',
    isRecorded ? outcomeOf(entry) : 'written',
    isRecorded ? (entry.witness.kind === 'other' ? `other: ${entry.witness.name}` : entry.witness.kind) : '',
    changeWords(change.before, change.after, isRecorded ? entry.change : {}).join('; '),
    isRecorded ? entry.change.why : '',
    isRecorded ? isoSecond(entry.change.restores) : '',
    device.id,
    isRecorded ? entry.change.id : '',
  ]
}
