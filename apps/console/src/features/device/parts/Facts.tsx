import type { ReactNode } from 'react'
import styles from './Facts.module.css'

/** Shows a row of facts in a card. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  readonly name: ReactNode
  readonly value: ReactNode
  /** A note below the value that is needed to read it correctly. */
  readonly note?: string | undefined
  /** A button to the right of the value. */
  readonly action?: ReactNode
  /** Shown below the value. */
  readonly children?: ReactNode
}

/** Shows one fact: its name and its value. */
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
