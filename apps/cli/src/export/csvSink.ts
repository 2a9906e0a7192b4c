import { csvHead, csvLines } from '@greenwave/evidence/tables/csvText'
import type { Column } from '@greenwave/evidence/tables/table'
import { writeWhole } from './partFile.ts'
import type { Checkpoint, Sink } from './sink.ts'

/** Creates a CSV sink for an open file. @param begun where an earlier run ended */
export function csvSink(file: number, columns: readonly Column[], begun: Checkpoint | undefined): Sink {
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
