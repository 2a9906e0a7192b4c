import type { ReactNode } from 'react'
import styles from './KeyHint.module.css'

/** A hint about keys, which is not shown where there are only fingers. */
export function KeyHint({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hint}>{children}</span>
}
