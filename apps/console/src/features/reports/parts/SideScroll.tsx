/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- whoever has no mouse reaches what scrolls by keys (WCAG 2.1.1) */
import type { ReactNode } from 'react'
import styles from './Reports.module.css'

/** Scrolls sideways what is wider than the page. `label` is its accessible name. */
export function SideScroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a region would be one landmark more
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse reaches what scrolls by keys (WCAG 2.1.1)
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
