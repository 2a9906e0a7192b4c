/** What is said at the end of a copying. */
import type { EntryOutcome } from '@greenwave/transfer/entryImport'

const COLUMNS: readonly (readonly [EntryOutcome['state'], string])[] = [
  ['created', 'copied'],
  ['updated', 'replaced'],
  ['same', 'there already'],
  ['conflict', 'in conflict'],
  ['failed', 'failed'],
]

/** Returns a table as lines: what became of how many entries, by their kind. */
export function copyTable(
  rows: readonly { readonly kind: string; readonly counts: Readonly<Record<EntryOutcome['state'], number>> }[],
): readonly string[] {
  const head = ['', ...COLUMNS.map(([, word]) => word)]
  const cells = rows.map(({ kind, counts }) => [kind, ...COLUMNS.map(([state]) => String(counts[state]))])
  const widths = head.map((_, i) => Math.max(...[head, ...cells].map((row) => row[i]?.length ?? 0)))
  return [head, ...cells].map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  )
}
