/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- whoever has no mouse reaches what scrolls by keys (WCAG 2.1.1) */
import type { ReactNode } from 'react'
import styles from './Scrollable.module.css'

export interface ScrollableProps {
  /** Accessible name. */
  readonly label: string
  /** No higher than a part of the window. Printed, it is as high as it needs. */
  readonly low?: boolean
  readonly children: ReactNode
}

/** Scrolls what is wider than the page. */
export function Scrollable({ label, low = false, children }: ScrollableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a region would be one landmark more
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a mouse scroll it with the keyboard (WCAG 2.1.1)
    <div className={styles.scrollable} data-low={low || undefined} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
