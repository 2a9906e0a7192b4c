/** Summary at the end of a copy. */
import type { EntryOutcome } from '@greenwave/transfer/entryImport'
import { tableLines } from '../tables/tableLines.ts'

const COLUMNS: readonly (readonly [EntryOutcome['state'], string])[] = [
  ['created', 'copied'],
  ['updated', 'replaced'],
  ['same', 'there already'],
  ['conflict', 'in conflict'],
  ['failed', 'failed'],
]

/** Returns a table as lines: the number of entries by kind and outcome. */
export function copyTable(
  rows: readonly { readonly kind: string; readonly counts: Readonly<Record<EntryOutcome['state'], number>> }[],
): readonly string[] {
  const head = ['', ...COLUMNS.map(([, word]) => word)]
  const cells = rows.map(({ kind, counts }) => [kind, ...COLUMNS.map(([state]) => String(counts[state]))])
  return tableLines([head, ...cells])
}
