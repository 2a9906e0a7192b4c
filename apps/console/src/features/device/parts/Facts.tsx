import type { ReactNode } from 'react'
import styles from './Facts.module.css'

/** A row of facts under a card. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  readonly name: string
  readonly value: ReactNode
  /** What must be known to read the value, beneath it. */
  readonly note?: string | undefined
  /** A button at its right. */
  readonly action?: ReactNode
  /** What belongs to the value, below it. */
  readonly children?: ReactNode
}

/** One fact: what it is and its value. */
export function Fact({ name, value, note, action, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
      {children && <dd>{children}</dd>}
      {action && <dd className={styles.action}>{action}</dd>}
    </div>
  )
}
