import styles from './DateWords.module.css'
import { dateText } from './dateText.ts'

/** A time whose date and time of day are not broken where the line is too short for both. */
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
