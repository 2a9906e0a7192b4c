import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './ListPage.module.css'
import { SearchBox } from './SearchBox.tsx'
import type { ListSearch } from './useListSearch.ts'

export interface ListSearchBarProps {
  search: ListSearch
  placeholder: string
  /** Rows of the loaded page that match, of how many; the total over all pages. Undefined until the page is there. */
  counts: { found: number; shown: number; total: number } | undefined
  /** What a search over all pages looks at, in words. */
  searchedAll: string
  /** More controls at the end of the bar. */
  children?: ReactNode
}

/** The search box above a list, with the step to all pages and back. */
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
