import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { discardUnsent, sendOnTop, sendUnsent, type Unsent as Entry, unsent } from '../../data/queries/unsent.ts'
import { WORKS_KEY } from '../../data/queries/works.ts'
import { useHeld } from '../../data/useWatch.ts'
import { dateText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './LiveBanner.module.css'

/** How often what waits is tried again, milliseconds. A browser can be connected without saying so. */
const AGAIN_MS = 15_000

/** Sends what was written without a connection, and shows what is not sent yet or was refused. */
export function Unsent() {
  const t = useTexts('admin', 'unsent')
  const entries = useHeld(unsent)
  const client = useQueryClient()
  useEffect(
    () =>
      unsent.onChange(() => {
        void client.invalidateQueries({ queryKey: ['alarms', 'comments'] })
        void client.invalidateQueries({ queryKey: WORKS_KEY })
      }),
    [client],
  )
  useEffect(() => {
    const again = () => void sendUnsent().catch(() => undefined)
    again()
    const timer = setInterval(() => unsent.state.length > 0 && again(), AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [])
  const waiting = entries.filter(({ refusal }) => refusal === null)
  return (
    <>
      {waiting.length > 0 && (
        <details className={`${styles.banner} ${styles.kept} ${styles.unsent}`}>
          <summary>
            <span role="status">{t('wait', { count: waiting.length })}</span>
          </summary>
          <ul>
            {waiting.map((entry) => (
              <li key={entry.id}>{lineOf(entry)}</li>
            ))}
          </ul>
        </details>
      )}
      {entries.map(
        (entry) => entry.refusal !== null && <Refused key={entry.id} entry={entry} refusal={entry.refusal} />,
      )}
    </>
  )
}

/** An entry that the platform refused, with its reason and what can be done about it. */
function Refused({ entry, refusal }: { readonly entry: Entry; readonly refusal: string }) {
  const t = useTexts('admin', 'unsent')
  const { conflict } = entry
  return (
    <div className={styles.banner} role="alert">
      <span>
        {conflict === 'incomplete' ? refusal : t('refused', { reason: refusal })} {lineOf(entry)}
      </span>
      {(conflict === 'changed' || conflict === 'deleted') && (
        <Button className={styles.action ?? ''} variant="default" size="xs" onClick={() => void sendOnTop(entry)}>
          {t(conflict)}
        </Button>
      )}
      <Button className={styles.action ?? ''} variant="default" size="xs" onClick={() => void discardUnsent(entry)}>
        {t(conflict === 'incomplete' ? 'understood' : 'discard')}
      </Button>
    </div>
  )
}

const lineOf = ({ writtenMs, junction, text }: Entry) => `${dateText(writtenMs)} · ${junction}: ${text}`
