import { useQuery } from '@tanstack/react-query'
import { holdsQuery } from '../../data/queries/holds.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { sinceText } from '../../shared/dateText.ts'
import { useHoldWords } from '../../shared/useHoldWords.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './Ribbon.module.css'

/** Shows the mode, end and user of a single hold; of several holds the next end, unless they are too many to read. */
export function RibbonHolds({ count }: { readonly count: number }) {
  const t = useTexts('settings', 'hold')
  const words = useHoldWords()
  const { data: [next] = [] } = useQuery(holdsQuery(count))
  if (!next || next.until === null) return null
  const nowMs = serverNowMs()
  const text = count === 1 ? words(next, nowMs) : t('nextEnds', { time: sinceText(next.until, nowMs) })
  return (
    <span className={styles.held} title={text}>
      {text}
    </span>
  )
}
