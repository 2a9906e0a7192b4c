import type { ReactNode } from 'react'
import styles from './FactorRow.module.css'

interface FactorRowProps {
  readonly name: string
  readonly hint: string
  readonly tag?: ReactNode
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** Shows one kind of second factor: its name, whether it is on, and its action. */
export function FactorRow({ name, hint, tag, action, children }: FactorRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.head}>
        <div className={styles.words}>
          <div className={styles.name}>
            <h3>{name}</h3>
            {tag}
          </div>
          <p className={styles.hint}>{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
