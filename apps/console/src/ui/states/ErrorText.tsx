import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import type { ReactNode } from 'react'
import styles from './ErrorText.module.css'

/** What went wrong, where it went wrong: stays until the next try, and is read out when it appears. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <div className={styles.box} role="alert">
      <IconAlertCircle className={styles.icon} size={18} stroke={1.8} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
