/** Lines about a junction whose settings would change, for a terminal. */
import { changeWords } from '@greenwave/changes/changeWords'
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { bySeverity } from '@greenwave/controller/checks/danger'
import { describeFinding } from '@greenwave/controller/settingTable/describe'
import type { ImportedJunction } from '@greenwave/transfer/settingsImport'

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
