import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from './FindFailure.module.css'

/** Says which list could not be searched, above what was found elsewhere, and tries again. */
export function FindFailure({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  const t = useTexts('common')
  return (
    <ErrorText>
      <div className={styles.failure}>
        {children}
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {t('retry')}
        </Button>
      </div>
    </ErrorText>
  )
}
