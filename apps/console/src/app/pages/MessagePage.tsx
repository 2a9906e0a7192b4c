import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../ui/page/tab.ts'
import styles from './MessagePage.module.css'

export interface MessagePageProps {
  icon: Icon
  title: string
  text: string
  actions: ReactNode
  /** Details for support, initially collapsed. */
  details?: { label: string; text: string }
}

/** A page that only shows a message: not found, no permission, failed. */
export function MessagePage({ icon: PageIcon, title, text, actions, details }: MessagePageProps) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <PageIcon className={styles.icon} size={44} stroke={1.3} aria-hidden="true" />
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>{actions}</div>
      {details && (
        <details className={styles.details}>
          <summary>{details.label}</summary>
          <code>{details.text}</code>
        </details>
      )}
    </div>
  )
}
