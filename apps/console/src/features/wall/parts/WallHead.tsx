import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { countsOf } from '../../../data/watch.ts'
import { dayText, isCityTimeHere, timeText, utcOffsetText } from '../../../shared/dateText.ts'
import { useLanguage, useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import styles from './WallHead.module.css'

const COUNTED = [
  { state: 'danger', mark: 'danger' },
  { state: 'fault', mark: 'fault' },
  { state: 'deviation', mark: 'deviation' },
  { state: 'hold', mark: 'hold' },
  { state: 'muted', mark: 'muted' },
  { state: 'unknown', mark: 'unknown' },
  { state: 'healthy', mark: 'ok' },
] as const

/** How many junctions there are of each level, and the time. */
export function WallHead({ old }: { old: boolean }) {
  const shell = useTexts('common', 'shell')
  const language = useLanguage()
  const number = new Intl.NumberFormat(language)
  const watch = useWatch()
  const counts = 'levels' in watch ? countsOf(watch) : undefined
  return (
    <div className={styles.head}>
      <ul className={styles.counts} aria-label={shell('ribbon.label')}>
        {counts &&
          COUNTED.map(({ state, mark }) => {
            const count = counts[state]
            if (count === 0 && state !== 'healthy') return null
            return (
              <li key={state} className={styles.count} data-state={state} data-old={old || undefined}>
                <HealthMark mark={mark} old={old} />
                <b>{number.format(count)}</b>
                <span>{shell(`ribbon.${state}`, { count })}</span>
              </li>
            )
          })}
      </ul>
      <Clock />
    </div>
  )
}

/**
 * The platform's time, with its offset where this computer's clock shows another time. Its seconds also show that the
 * page itself has not stopped.
 */
function Clock() {
  const nowMs = useNow(1000, serverNowMs)
  return (
    <time className={styles.clock} dateTime={new Date(nowMs).toISOString()}>
      <span>{dayText(nowMs)}</span> {timeText(nowMs)}
      {!isCityTimeHere(nowMs) && <span> {utcOffsetText(nowMs)}</span>}
    </time>
  )
}
