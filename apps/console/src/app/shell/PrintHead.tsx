import { isoSecond } from '@greenwave/controller/isoTime'
import { timeZone } from '@greenwave/controller/timeZone'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './PrintHead.module.css'

/** Shown only on paper: the console's name, the time of printing, and the account that printed. */
export function PrintHead() {
  const t = useTexts('common', 'shell')
  const session = useSession()
  const [printedAt, setPrintedAt] = useState(Date.now)
  useEffect(() => {
    // The browser renders the print as soon as this returns.
    const note = () => flushSync(() => setPrintedAt(Date.now()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  if (session.state !== 'signedIn') return null
  return (
    <p className={styles.head}>
      <strong>{consoleSettings().productName}</strong>
      <span>{t('printed', { time: isoSecond(printedAt), zone: timeZone().name, account: session.user.email })}</span>
    </p>
  )
}
