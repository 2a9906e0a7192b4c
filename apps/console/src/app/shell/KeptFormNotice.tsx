import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dropKeptForm, ownKeptForm, wantKeptForm } from '../../data/keptForm.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './LiveBanner.module.css'

/**
 * Shown after a session that ended in the middle of a form: states that the input was kept and offers to return to it.
 * A sign-in always opens the dashboard first, because the user may have come for something else.
 *
 * @param props.onWanted remounts the page, if it is already on screen
 */
export function KeptFormNotice({ onWanted }: { onWanted: () => void }) {
  const t = useTexts('common', 'shell')
  const navigate = useNavigate()
  const [kept, setKept] = useState(ownKeptForm)
  if (!kept) return null
  const goOn = () => {
    wantKeptForm()
    setKept(undefined)
    onWanted()
    void navigate({ href: kept.address })
  }
  const discard = () => {
    dropKeptForm()
    setKept(undefined)
  }
  return (
    <section className={`${styles.banner} ${styles.kept}`} aria-label={t('kept.label')}>
      <span>{t('kept.text', { title: kept.title })}</span>
      <span className={`${styles.action} ${styles.choices}`}>
        <Button size="xs" onClick={goOn}>
          {t('kept.goOn')}
        </Button>
        <Button variant="default" size="xs" onClick={discard}>
          {t('kept.discard')}
        </Button>
      </span>
    </section>
  )
}
