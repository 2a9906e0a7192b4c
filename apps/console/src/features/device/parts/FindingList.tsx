import { bySeverity } from '@greenwave/controller/checks/danger'
import type { Finding } from '@greenwave/controller/checks/finding'
import { findingKey, useFindingText } from '../../../shared/useFindingText.ts'

/** Lists findings in words, the worst first. Loaded with these where there are findings, because there are hardly any. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  const findingText = useFindingText()
  return (
    <ul>
      {bySeverity(findings).map((finding) => (
        <li key={findingKey(finding)}>{findingText(finding)}</li>
      ))}
    </ul>
  )
}
