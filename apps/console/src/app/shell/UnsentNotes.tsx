import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { discardNote, sendUnsent, type UnsentNote, unsentNotes } from '../../data/queries/unsentNotes.ts'
import { useHeld } from '../../data/useWatch.ts'
import { dateText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './LiveBanner.module.css'

/** How often what waits is tried again, milliseconds. A browser can be connected without saying so. */
const AGAIN_MS = 15_000

/** Sends notes that were written without a connection, and shows those that are not sent yet or were refused. */
export function UnsentNotes() {
  const t = useTexts('admin', 'unsent')
  const notes = useHeld(unsentNotes)
  const client = useQueryClient()
  useEffect(
    () => unsentNotes.onChange(() => void client.invalidateQueries({ queryKey: ['alarms', 'comments'] })),
    [client],
  )
  useEffect(() => {
    const again = () => void sendUnsent().catch(() => undefined)
    again()
    const timer = setInterval(() => unsentNotes.state.length > 0 && again(), AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [])
  const waiting = notes.filter(({ refusal }) => refusal === null)
  return (
    <>
      {waiting.length > 0 && (
        <details className={`${styles.banner} ${styles.kept} ${styles.unsent}`}>
          <summary>
            <span role="status">{t('wait', { count: waiting.length })}</span>
          </summary>
          <ul>
            {waiting.map((note) => (
              <li key={note.id}>{lineOf(note)}</li>
            ))}
          </ul>
        </details>
      )}
      {notes.map(
        (note) =>
          note.refusal !== null && (
            <div key={note.id} className={styles.banner} role="alert">
              <span>
                {t('refused', { reason: note.refusal })} {lineOf(note)}
              </span>
              <Button
                className={styles.action ?? ''}
                variant="default"
                size="xs"
                onClick={() => void discardNote(note)}
              >
                {t('discard')}
              </Button>
            </div>
          ),
      )}
    </>
  )
}

const lineOf = ({ writtenMs, junction, text }: UnsentNote) => `${dateText(writtenMs)} · ${junction}: ${text}`
