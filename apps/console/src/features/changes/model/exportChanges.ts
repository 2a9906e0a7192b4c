/** Writes changes as a CSV file, step by step, with a limit on what it takes of this computer's memory. */
import type { HistoryStep } from '@greenwave/changes/changeHistory'
import { kindsOf } from '@greenwave/changes/changeKinds'
import { changeWords } from '@greenwave/changes/changeWords'
import { type HistoryEntry, outcomeOf } from '@greenwave/changes/historyEntry'
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import { zonedTime } from '../../../shared/zonedTime.ts'

/** The file ends at the first line beyond this size, bytes. */
const MOST_BYTES = 64 * 1024 * 1024

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
  /** How far back it was read, epoch milliseconds; null before anything was. */
  readonly reachedMs: number | null
}

/** A finished file. */
export interface ExportedFile {
  readonly file: Blob
  readonly written: number
  /** Whether every change is in it. */
  readonly isWhole: boolean
}

/** What the file is made of. */
export interface ExportParts {
  readonly steps: AsyncIterable<HistoryStep>
  readonly isWanted: (entry: HistoryEntry) => boolean
  readonly onProgress: (progress: ExportProgress) => void
  readonly mostBytes?: number
}

const utf8 = new TextEncoder()

/** Writes the file. Rejects with what the steps throw. */
export async function exportChanges(parts: ExportParts): Promise<ExportedFile> {
  const { steps, isWanted, onProgress, mostBytes = MOST_BYTES } = parts
  // The browser keeps blobs outside the page's own memory, on the disk where they are many.
  const blobs = [new Blob([BYTE_ORDER_MARK, csvLine(COLUMNS)])]
  let bytes = blobs[0]?.size ?? 0
  let written = 0
  for await (const { entries, reachedMs } of steps) {
    const lines: string[] = []
    for (const entry of entries.filter(isWanted)) {
      const line = csvLine(cellsOf(entry))
      bytes += utf8.encode(line).length
      if (bytes > mostBytes) return { file: fileOf([...blobs, new Blob(lines)]), written, isWhole: false }
      lines.push(line)
      written += 1
    }
    if (lines.length > 0) blobs.push(new Blob(lines))
    onProgress({ written, reachedMs })
  }
  return { file: fileOf(blobs), written, isWhole: true }
}

const fileOf = (blobs: readonly Blob[]) => new Blob([...blobs], { type: 'text/csv;charset=utf-8' })

function cellsOf(entry: HistoryEntry): readonly string[] {
  const { device, atMs } = entry
  const isRecorded = entry.kind === 'change'
  const change = isRecorded ? entry.change : entry
  return [
    zonedTime(atMs),
    kindsOf(change).join(' '),
    device.label || device.name,
    device.name,
    isRecorded ? entry.change.by.name : (entry.by ?? ''),
    isRecorded ? entry.change.from : 'outside Greenwave',
    isRecorded ? outcomeOf(entry) : 'written',
    isRecorded ? (entry.witness.kind === 'other' ? `other: ${entry.witness.name}` : entry.witness.kind) : '',
    changeWords(change.before ?? {}, change.after).join('; '),
    isRecorded ? entry.change.why : '',
    isRecorded && entry.change.restores !== undefined ? zonedTime(entry.change.restores) : '',
    device.id,
    isRecorded ? entry.change.id : '',
  ]
}
