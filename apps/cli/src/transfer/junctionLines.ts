/** Lines about a junction whose settings would change, for a terminal. */
import { changeWords } from '@greenwave/changes/changeWords'
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { bySeverity } from '@greenwave/controller/checks/danger'
import { describeFinding } from '@greenwave/controller/settingTable/describe'
import type { EntryOutcome } from '@greenwave/transfer/entryImport'
import type { ImportedJunction } from '@greenwave/transfer/settingsImport'
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

/** Returns the name of a junction, what would change there, and what the checks say, worst first. */
export function junctionLines({ junction, label, phaseNames: names, preview }: ImportedJunction): readonly string[] {
  const before = Object.fromEntries(preview.cells.map((cell) => [cell.key, (cell.before ?? null) as JsonValue]))
  const after = Object.fromEntries(preview.cells.map((cell) => [cell.key, cell.after]))
  const findings = bySeverity(preview.findings)
  return [
    `${junction.name}${label === '' ? '' : ` (${label})`}, line ${junction.line}`,
    ...changeWords(before, after, { names }).map((words) => `  ${words}`),
    ...findings.map((finding) => `  ${finding.check} ${describeFinding(finding, names)}`),
  ]
}
