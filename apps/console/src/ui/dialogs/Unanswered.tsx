import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './SaveNotes.module.css'

/** Longer than a save takes on any network that one would work with, milliseconds. */
const PATIENCE_MS = 8000

/** A save that gives no answer for some seconds can be left; what is not known then is said. Mounted while a save is under way. */
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
