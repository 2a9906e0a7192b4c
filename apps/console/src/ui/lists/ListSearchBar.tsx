import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './ListPage.module.css'
import { SearchBox } from './SearchBox.tsx'
import type { ListSearch } from './useListSearch.ts'

export interface ListSearchBarProps {
  search: ListSearch
  placeholder: string
  /**
   * Matching rows of the loaded page, rows of the page, and the total of all pages. Undefined until the page is loaded.
   */
  counts: { found: number; shown: number; total: number } | undefined
  /** Text that names the fields of a search over all pages. */
  searchedAll: string
  /** More controls at the end of the bar. */
  children?: ReactNode
}

/** The search box above a list, with buttons to search all pages and to return to this page. */
export function ListSearchBar({ search, placeholder, counts, searchedAll, children }: ListSearchBarProps) {
  const t = useTexts('common')
  const searching = search.text.trim() !== ''
  const moreElsewhere = counts !== undefined && counts.total > counts.shown
  return (
    <div className={styles.bar}>
      <SearchBox
        className={styles.search ?? ''}
        placeholder={placeholder}
        value={search.text}
        onChange={search.onText}
      />
      {searching && !search.everywhere && moreElsewhere && (
        <Button variant="light" onClick={search.searchEverywhere}>
          {t('searchAll', { total: counts.total })}
        </Button>
      )}
      {searching && search.everywhere && (
        <Button variant="subtle" onClick={search.searchThisPage}>
          {t('searchThisPage')}
        </Button>
      )}
      <output className={styles.found}>
        {searching && counts && (search.everywhere ? searchedAll : t('foundOnPage', counts))}
      </output>
      {children && <div className={styles.barEnd}>{children}</div>}
    </div>
  )
}
