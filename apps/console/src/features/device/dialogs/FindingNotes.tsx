import { bySeverity } from '@greenwave/controller/checks/danger'
import type { Finding } from '@greenwave/controller/checks/finding'
import { findingKey, useFindingText } from '../../../shared/useFindingText.ts'
import { StatusShape } from '../../../ui/states/StatusTag.tsx'
import styles from './Findings.module.css'

/** Shows errors and remarks while the user types, one line each, the worst first. Dangers have a box of their own. */
export function FindingNotes({ findings }: { findings: readonly Finding[] }) {
  const findingText = useFindingText()
  if (findings.length === 0) return null
  return (
    <span className={styles.notes}>
      {bySeverity(findings).map((finding) => {
        const bad = finding.level === 'error'
        return (
          <span key={findingKey(finding)} className={styles.note} data-bad={bad || undefined}>
            <StatusShape tone={bad ? 'bad' : 'warn'} /> {findingText(finding)}
          </span>
        )
      })}
    </span>
  )
}
