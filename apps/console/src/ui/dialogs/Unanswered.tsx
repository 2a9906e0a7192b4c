import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './SaveNotes.module.css'

/** Longer than a save takes on any usable network, milliseconds. */
const PATIENCE_MS = 8000

/**
 * Lets the user leave a save that has no answer after some seconds, and states that its result is unknown. Mounted
 * while a save is pending.
 */
export function Unanswered({ onLeave }: { onLeave: () => void }) {
  const t = useTexts('common')
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      {late && (
        <div className={`${styles.note} ${styles.conflict}`}>
          <p>{t('unanswered')}</p>
          <Button size="xs" variant="default" onClick={onLeave}>
            {t('leave')}
          </Button>
        </div>
      )}
    </div>
  )
}
