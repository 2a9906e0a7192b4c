import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

export interface CardProps {
  /** The title of the card, a text, also its accessible name. Without it the card has no header. */
  title?: ReactNode
  /** The heading level of the title. */
  titleOrder?: 2 | 3 | 4
  /** Small facts beside the title. */
  tags?: ReactNode
  /** Buttons at the right of the header. */
  actions?: ReactNode
  /** False for content that reaches the edges: tables, lists, maps. */
  padded?: boolean
  className?: string
  children: ReactNode
}

/** A surface with an optional header, of which every page is built. */
export function Card({ title, titleOrder = 2, tags, actions, padded = true, className, children }: CardProps) {
  const titleId = useId()
  const Heading = `h${titleOrder}` as const
  return (
    <section className={`${styles.card} ${className ?? ''}`} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className={styles.header}>
          <Heading className={styles.title} id={titleId}>
            {title}
          </Heading>
          {tags}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {padded ? <div className={styles.padded}>{children}</div> : children}
    </section>
  )
}
