import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dropKeptForm, ownKeptForm, wantKeptForm } from '../../data/keptForm.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './LiveBanner.module.css'

/**
 * After a session that ended in the middle of a form: what was typed is there, and one step leads back to it. A sign-in leads to
 * the dashboard in any case; who signs in again may have come for something else.
 *
 * @param props.onWanted lets the page begin anew, if it is on screen already
 */
export function KeptFormNotice({ onWanted }: { onWanted: () => void }) {
  const t = useTexts('shell')
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
