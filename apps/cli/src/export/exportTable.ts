/** Writes a table of a junction's history into a file, step by step. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type Column,
  csvHead,
  csvLines,
  type HistorySource,
  type Span,
  type Table,
} from '@greenwave/evidence/tables/table'
import { parquetSink } from './parquetSink.ts'
import { type Checkpoint, openPart, type Sink, writeWhole } from './partFile.ts'

/** Content and format of an export. */
export interface TableExport {
  readonly table: Table
  readonly source: HistorySource
  readonly span: Span
  readonly format: 'csv' | 'parquet'
  /** Path of the file. */
  readonly out: string
  readonly isOverwritten: boolean
  /** Identifier of the export; an unfinished file of it is continued. Undefined: always starts anew. */
  readonly request: string | undefined
  readonly onProgress: (fraction: number) => void
  /** Called when an earlier run is continued. */
  readonly onResumed: (fraction: number) => void
}

/** Interval between notes of the position, milliseconds. */
const NOTE_EVERY_MS = 1_000

const SINKS = { csv: csvSink, parquet: parquetSink }

/**
 * Writes the file, and resolves with the number of rows that this run wrote. What an earlier run of the same export has
 * left is gone on with.
 */
export async function exportTable(asked: TableExport): Promise<number> {
  const { table, source, span, format, out, request, onProgress, onResumed } = asked
  const fractionAt = (ms: number): number => (ms - span.fromMs) / Math.max(1, span.untilMs - span.fromMs)
  const part = openPart(out, request ?? `only once ${Date.now()}`, asked.isOverwritten)
  let last: { readonly untilMs: number; readonly checkpoint: Checkpoint } | undefined
  const note = (): void => {
    if (last && request !== undefined) part.note(last.untilMs, last.checkpoint)
    last = undefined
  }
  try {
    const { begun } = part
    if (begun) onResumed(fractionAt(begun.nextMs))
    const sink = SINKS[format](part.file, table.columns, begun)
    let count = 0
    let notedMs = performance.now()
    for await (const { rows, untilMs } of table.rows(source, { ...span, fromMs: begun?.nextMs ?? span.fromMs })) {
      const checkpoint = sink.write(rows)
      count += rows.length
      onProgress(fractionAt(untilMs))
      if (checkpoint) last = { untilMs, checkpoint }
      if (performance.now() - notedMs < NOTE_EVERY_MS) continue
      note()
      notedMs = performance.now()
    }
    sink.finish()
    part.done()
    return count
  } catch (error) {
    note()
    part.leave()
    throw error
  }
}

/** Writes a table as CSV to standard output, at the pace of whoever reads it. */
export async function printTable({
  table: { columns, rows: rowsOf },
  source,
  span,
}: Pick<TableExport, 'table' | 'source' | 'span'>): Promise<void> {
  async function* text(): AsyncGenerator<string> {
    yield csvHead(columns)
    for await (const { rows } of rowsOf(source, span)) yield csvLines(columns, rows)
  }
  await pipeline(Readable.from(text()), process.stdout, { end: false })
}

/** Creates a CSV sink for an open file. @param begun where an earlier run ended */
function csvSink(file: number, columns: readonly Column[], begun: Checkpoint | undefined): Sink {
  let bytes = begun?.bytes ?? 0
  const put = (text: string): void => {
    const chunk = Buffer.from(text)
    writeWhole(file, chunk)
    bytes += chunk.length
  }
  if (!begun) put(csvHead(columns))
  return {
    write(rows) {
      if (rows.length > 0) put(csvLines(columns, rows))
      return { bytes }
    },
    finish: () => {},
  }
}
