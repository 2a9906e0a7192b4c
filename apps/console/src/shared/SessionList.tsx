import { type Session, UNKNOWN_CLIENT } from '@greenwave/contract/wire/sessions'
import { Button } from '@mantine/core'
import { useTexts } from '../texts/useTexts.ts'
import { dateText } from './dateText.ts'
import { StatusTag } from '../ui/states/StatusTag.tsx'
import styles from './SessionList.module.css'

export interface SessionListProps {
  /** The accessible name of the list. */
  label: string
  sessions: readonly Session[]
  /** The session that is being ended. */
  endingId: string | undefined
  onEnd: (session: Session) => void
}

/** The sessions of an account: browser, address, start and last use. The present session cannot be ended here. */
export function SessionList({ label, sessions, endingId, onEnd }: SessionListProps) {
  const t = useTexts('admin', 'sessions')
  const nameOf = ({ browser, os }: Session): string => {
    const known = [browser, os].filter((word) => word !== UNKNOWN_CLIENT)
    return known.length === 0 ? t('unknownClient') : known.join(', ')
  }
  return (
    <ul className={styles.list} aria-label={label}>
      {sessions.map((session) => (
        <li key={session.id} className={styles.session}>
          <div className={styles.words}>
            <div className={styles.title}>
              {nameOf(session)}
              {session.current && <StatusTag tone="ok">{t('thisOne')}</StatusTag>}
            </div>
            <div className={styles.facts}>
              <span>{session.address ?? t('unknownAddress')}</span>
              <span>{t('since', { time: dateText(session.startedTs) })}</span>
              <span>{t('lastUsed', { time: dateText(session.lastUsedTs) })}</span>
            </div>
            {session.impersonatedBy !== null && <div>{t('openedBy', { email: session.impersonatedBy })}</div>}
          </div>
          {!session.current && (
            <Button
              variant="default"
              aria-label={t('signOutOf', { browser: nameOf(session), address: session.address ?? t('unknownAddress') })}
              disabled={endingId === session.id}
              onClick={() => onEnd(session)}
            >
              {t('signOut')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
