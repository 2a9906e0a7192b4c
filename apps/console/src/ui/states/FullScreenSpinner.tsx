import { Loader } from '@mantine/core'
import styles from './FullScreenSpinner.module.css'

/** Fills the window while there is nothing to show yet. */
export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div className={styles.screen} role="status">
      <Loader role="img" aria-label={label} />
    </div>
  )
}
