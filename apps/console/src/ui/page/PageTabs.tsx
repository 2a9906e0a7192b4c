import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './PageTabs.module.css'

/** A row of tabs: links to pages that belong together. */
export function PageTabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

/** Without it, the router would mark the tab whose address is the beginning of the others on all pages. */
const EXACT = { exact: true, includeSearch: false }

/** Properties of `PageTab`: a link, and whether its page is the open one where the address does not say so. */
export type PageTabProps = LinkProps & { readonly isOpen?: boolean }

/** A tab, marked while its page is open. */
export function PageTab({ isOpen = false, ...link }: PageTabProps) {
  return <Link {...link} activeOptions={EXACT} aria-current={isOpen ? 'page' : undefined} />
}
