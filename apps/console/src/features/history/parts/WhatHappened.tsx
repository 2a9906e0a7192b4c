import { memo } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import type { Happening } from '../model/happenings.ts'
import type { Playhead } from '../model/Playhead.ts'
import { useHistoryWords } from '../words/useHistoryWords.ts'
import { RetryButton } from './TapeNotes.tsx'
import styles from './WhatHappened.module.css'

/** More is not listed; the tape shows all of it. */
const MOST_LISTED = 200

interface WhatHappenedProps {
  readonly playhead: Playhead
  readonly happenings: readonly Happening[]
  /** Whether all of the span was read: only then an empty list says that nothing happened. */
  readonly isRead: boolean
  /** Reads again what could not be read; undefined without a failure. */
  readonly onRetry: (() => void) | undefined
  /** Whether incidents were left out. */
  readonly isCut: boolean
}

/** Lists the events of the span in a table, whose times move the cursor there. */
export const WhatHappened = memo(function WhatHappened(props: WhatHappenedProps) {
  const { playhead, happenings, isRead, onRetry, isCut } = props
  const t = useTexts('monitoring', 'history')
  const words = useHistoryWords()
  const listed = happenings.slice(0, MOST_LISTED)
  const referenceMs = playhead.state.untilMs
  return (
    <Card title={t('happened.title')} padded={false}>
      {onRetry && (
        <p className={styles.note}>
          {t('happened.unread')} <RetryButton onRetry={onRetry} />
        </p>
      )}
      {isCut && <p className={styles.note}>{t('happened.cut')}</p>}
      {listed.length < happenings.length && (
        <p className={styles.note}>{t('happened.first', { count: listed.length })}</p>
      )}
      {listed.length === 0 ? (
        !onRetry && <p className={styles.note}>{isRead ? t('happened.none') : '–'}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('happened.time')}</th>
              <th scope="col">{t('happened.what')}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map((one) => {
              const time = words.moment(one.atMs, referenceMs)
              return (
                <tr key={`${one.kind} ${one.atMs} ${words.happening(one)}`}>
                  <td>
                    <button
                      type="button"
                      className={styles.time}
                      aria-label={t('happened.goTo', { time })}
                      onClick={() => {
                        playhead.pause()
                        playhead.moveTo(one.atMs)
                      }}
                    >
                      {time}
                    </button>
                  </td>
                  <td>
                    {words.happening(one)}
                    {one.untilMs !== null && (
                      <small> {t('happened.until', { time: words.moment(one.untilMs, referenceMs) })}</small>
                    )}
                    {one.kind === 'incident' && one.untilMs === null && <small> {t('happened.open')}</small>}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Card>
  )
})
