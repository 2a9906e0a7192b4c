import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import type { ReactNode } from 'react'
import styles from './ErrorText.module.css'

/** An error shown where it happened. It stays until the next attempt, and screen readers announce it. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <div className={styles.box} role="alert">
      <IconAlertCircle className={styles.icon} size={18} stroke={1.8} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
