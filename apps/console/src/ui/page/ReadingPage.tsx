import type { ReactNode } from 'react'
import styles from './ReadingPage.module.css'

interface ReadingPageProps {
  readonly title: string
  /** Links and buttons at the end of the heading's line. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of one column that is read from top to bottom, no wider than is easy to read. */
export function ReadingPage({ title, actions, children }: ReadingPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  )
}
