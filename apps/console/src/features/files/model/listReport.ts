/** Report on the lines of an imported list. */
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import type { ListEntry } from '@greenwave/transfer/entityList'
import type { EntryOutcome } from '@greenwave/transfer/entryImport'

/** A line with what became of it. */
export interface ReportLine {
  readonly entry: Pick<ListEntry, 'line' | 'name'>
  readonly outcome: EntryOutcome
}

/** Every outcome, in the order in which they are counted. */
export const OUTCOMES = ['failed', 'conflict', 'created', 'updated', 'same'] as const satisfies EntryOutcome['state'][]

/** Returns how many lines had each outcome. */
export function countOutcomes(lines: readonly ReportLine[]): Readonly<Record<EntryOutcome['state'], number>> {
  const counts = { created: 0, updated: 0, same: 0, conflict: 0, failed: 0 }
  for (const { outcome } of lines) counts[outcome.state] += 1
  return counts
}

/** Returns the lines of which something was not done, in the order of the file. */
export function unfinished(lines: readonly ReportLine[]): readonly ReportLine[] {
  return lines
    .filter(({ outcome: { state } }) => state === 'conflict' || state === 'failed')
    .toSorted((a, b) => a.entry.line - b.entry.line)
}

/** Returns the report as the text of a CSV file, in the order of the list. @param columns the names of the columns */
export function reportCsv(
  lines: readonly ReportLine[],
  columns: readonly string[],
  wordsOf: (outcome: EntryOutcome) => string,
): string {
  const sorted = lines.toSorted((a, b) => a.entry.line - b.entry.line)
  const rows = sorted.map(({ entry, outcome }) => csvLine([entry.line, entry.name, wordsOf(outcome)]))
  return `${BYTE_ORDER_MARK}${csvLine(columns)}${rows.join('')}`
}
