import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './State.module.css'

export interface EmptyStateProps {
  icon?: Icon
  title: string
  /** Suggested next step. */
  text?: string
  action?: ReactNode
  /** For small panels. */
  compact?: boolean
}

/** Shown for an empty list: that it is empty, and what to do. */
export function EmptyState({ icon: StateIcon, title, text, action, compact = false }: EmptyStateProps) {
  return (
    <div className={`${styles.state} ${compact ? styles.compact : ''}`}>
      {StateIcon && <StateIcon className={styles.icon} size={compact ? 24 : 36} stroke={1.4} aria-hidden="true" />}
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  )
}
