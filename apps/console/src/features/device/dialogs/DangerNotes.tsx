import type { Finding } from '@greenwave/controller/checks/finding'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusShape } from '../../../ui/states/StatusTag.tsx'
import { findingKey } from '../model/findingKey.ts'
import { useFindingText } from '../words/useFindingText.ts'
import styles from './Findings.module.css'

/** Boxes the dangers of what is typed, apart from other remarks. Screen readers are told of each when it arises. */
export function DangerNotes({ dangers }: { readonly dangers: readonly Finding[] }) {
  const t = useTexts('edit')
  const findingText = useFindingText()
  return (
    <div aria-live="polite">
      {dangers.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields
        <div className={styles.dangers} role="group" aria-label={t('danger.list')}>
          {dangers.map((finding) => (
            <p key={findingKey(finding)}>
              <StatusShape tone="bad" /> {findingText(finding)}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
