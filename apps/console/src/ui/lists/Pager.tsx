import { Button } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './Pager.module.css'

export interface PagerProps {
  /** The page, counted from zero as in the address and the call; shown from one. */
  page: number
  hasNext: boolean
  onPage: (page: number) => void
  /** The accessible name of the pager. */
  label: string
  /** The totals, such as 'Showing 1 to 10 of 27 results'. */
  summary?: ReactNode
  /** False when the totals are enough without 'Page 1'. */
  withPage?: boolean
}

/** Previous and Next below a list. */
export function Pager({ page, hasNext, onPage, label, summary, withPage = true }: PagerProps) {
  const t = useTexts('common')
  return (
    <nav className={styles.pager} aria-label={label}>
      <span className={styles.summary} aria-live="polite">
        {summary}
      </span>
      <div className={styles.buttons}>
        <Button
          variant="default"
          disabled={page <= 0}
          onClick={() => onPage(page - 1)}
          leftSection={<IconChevronLeft size={16} stroke={1.8} aria-hidden="true" />}
        >
          {t('previous')}
        </Button>
        {withPage && <span>{t('page', { page: page + 1 })}</span>}
        <Button
          variant="default"
          disabled={!hasNext}
          onClick={() => onPage(page + 1)}
          rightSection={<IconChevronRight size={16} stroke={1.8} aria-hidden="true" />}
        >
          {t('next')}
        </Button>
      </div>
    </nav>
  )
}
