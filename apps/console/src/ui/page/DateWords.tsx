import { dateText } from './dateText.ts'
import styles from './DateWords.module.css'

/** A time of which date and time of day stay whole where the line is too short for both. */
export function DateWords({ ms }: { readonly ms: number }) {
  const [date = '', time] = dateText(ms).split(' ')
  return (
    <>
      <span className={styles.part}>{date}</span>
      {time !== undefined && <> </>}
      <span className={styles.part}>{time}</span>
    </>
  )
}
