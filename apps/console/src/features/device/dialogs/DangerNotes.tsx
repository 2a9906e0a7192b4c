import type { Danger } from '@greenwave/controller/checks/danger'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { findingKey, useFindingText } from '../../../shared/useFindingText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusShape } from '../../../ui/states/StatusTag.tsx'
import styles from './Findings.module.css'

/** Fix of a danger: the label of the button, and its action. */
export interface DangerFix {
  readonly label: string
  readonly apply: () => void
}

interface DangerNotesProps {
  readonly dangers: readonly Danger[]
  /** Returns the fix of a danger; null if there is none here. */
  readonly fixOf: (danger: Danger) => DangerFix | null
}

/**
 * Boxes the dangers of the typed values, apart from other remarks, each with the button that ends it. Screen readers
 * announce a danger when it arises.
 */
export function DangerNotes({ dangers, fixOf }: DangerNotesProps) {
  const t = useTexts('settings', 'edit')
  const findingText = useFindingText()
  const place = useRef<HTMLDivElement>(null)
  const fixed = (apply: () => void) => {
    apply()
    // The button goes with its danger.
    place.current?.focus()
  }
  return (
    <div ref={place} className={styles.dangerPlace} aria-live="polite" tabIndex={-1}>
      {dangers.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields
        <div className={styles.dangers} role="group" aria-label={t('danger.list')}>
          {dangers.map((danger) => {
            const fix = fixOf(danger)
            return (
              <div key={findingKey(danger)}>
                <p>
                  <StatusShape tone="bad" /> {findingText(danger)}
                </p>
                {fix && (
                  <Button variant="default" size="xs" onClick={() => fixed(fix.apply)}>
                    {fix.label}
                  </Button>
                )}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}
