import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText } from '../../../data/errorText.ts'
import { type Shift, saveShiftMutation } from '../../../data/queries/shifts.ts'
import { useSession } from '../../../data/session.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifyError, notifySuccess } from '../../../ui/notices/notify.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { handedRows } from '../model/handOver.ts'
import { ShiftLists } from './ShiftLists.tsx'
import styles from './Shifts.module.css'

/** A shift that was handed over: when and by whom, its note, what was open, and who took it over. */
export function ShiftRow({ shift: { atMs, handOver, taken } }: { readonly shift: Shift }) {
  const t = useTexts('monitoring', 'shifts')
  const session = useSession()
  const [isOpen, setOpen] = useState(taken === null)
  const [isPrinted, setPrinted] = useState(false)
  const taking = useMutation(saveShiftMutation)
  const { holds, mutes, changes, comments, note, leftOut } = handOver
  const counts = { incidents: handedRows(handOver).rows, holds, mutes, changes, comments }
  const time = dateText(atMs)

  function takeOver(): void {
    const email = session.state === 'signedIn' ? session.user.email : ''
    taking.mutate(
      { kind: 'taken', of: atMs, by: email, name: email },
      {
        onSuccess: () => notifySuccess(t('takenNow')),
        onError: (error) => notifyError(errorText(error, t('takeFailed'))),
      },
    )
  }
  function print(): void {
    // The browser prints what is drawn when it is called.
    flushSync(() => {
      setOpen(true)
      setPrinted(true)
    })
    window.print()
    setPrinted(false)
  }

  return (
    <li className={styles.row} data-printed={isPrinted || undefined}>
      <div className={styles.head}>
        <div>
          <h2>{time}</h2>
          <p className={styles.facts}>{t('signed', { from: dateText(handOver.from), name: handOver.name })}</p>
        </div>
        {taken ? (
          <StatusTag tone="ok">{t('taken', { name: taken.name, time: dateText(taken.atMs) })}</StatusTag>
        ) : (
          <StatusTag tone="warn">{t('waits')}</StatusTag>
        )}
      </div>
      {note && <p className={styles.note}>{note}</p>}
      {isOpen ? (
        <>
          <ShiftLists content={handOver} atMs={atMs} />
          {leftOut > 0 && <p className={styles.none}>{t('leftOut', { count: leftOut })}</p>}
        </>
      ) : (
        <p className={styles.facts}>
          {Object.entries(counts)
            .filter(([name, list]) => name === 'incidents' || list.length > 0)
            .map(([name, { length: count }]) => t(name as keyof typeof counts, { count }))
            .join(' · ')}
        </p>
      )}
      <div className={styles.actions}>
        {taken === null && (
          <Button loading={taking.isPending} aria-label={`${t('takeOver')}: ${time}`} onClick={takeOver}>
            {t('takeOver')}
          </Button>
        )}
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-label={`${t(isOpen ? 'close' : 'open')}: ${time}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'close' : 'open')}
        </Button>
        <Button variant="default" aria-label={`${t('print')}: ${time}`} onClick={print}>
          {t('print')}
        </Button>
      </div>
    </li>
  )
}
