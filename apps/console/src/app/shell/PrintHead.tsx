import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { dateText } from '../../ui/page/dateText.ts'
import styles from './PrintHead.module.css'

/** On paper alone, where nothing else tells it: which console this is, when it was printed, and by whose account. */
export function PrintHead() {
  const t = useTexts('shell')
  const session = useSession()
  const [printedAt, setPrintedAt] = useState(Date.now)
  useEffect(() => {
    // The browser draws the paper as soon as this returns.
    const note = () => flushSync(() => setPrintedAt(Date.now()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  if (session.state !== 'signedIn') return null
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <p className={styles.head}>
      <strong>{consoleSettings().productName}</strong>
      <span>{t('printed', { time: dateText(printedAt), zone: timeZone, account: session.user.email })}</span>
    </p>
  )
}
