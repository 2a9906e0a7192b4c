import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import type { ReactNode } from 'react'
import { Card } from '../page/Card.tsx'
import { usePageTitle } from '../page/tab.ts'
import { EmptyState } from '../states/EmptyState.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { SkeletonRows } from '../states/Skeletons.tsx'
import { ListBeyond } from './ListBeyond.tsx'
import styles from './ListPage.module.css'
import { ListPager } from './ListPager.tsx'
import { ListSearchBar } from './ListSearchBar.tsx'
import { type ListColumn, ListTable } from './ListTable.tsx'
import type { PagedList } from './usePagedList.ts'
import type { Row } from './useSearchBeyond.ts'

/** Texts that the namespace of every list has under the same keys. */
interface ListTexts {
  (key: 'searchPlaceholder' | 'searchedAll' | 'loadFailed' | 'emptyTitle'): string
  (key: 'noMatchOnPage' | 'noMatchAnywhere', values: { text: string }): string
  (key: 'tableCaption', values: { page: number }): string
}

export interface ListPageProps<T extends Row, P extends string> {
  title: string
  texts: ListTexts
  list: PagedList<T, P>
  columns: readonly ListColumn<T, P>[]
  /** A link back to the parent page, before the title. */
  back?: ReactNode
  /** The button that creates a row; left out for users who may only watch. */
  add?: { label: string; onAdd: () => void } | undefined
  /** Ways to other pages about all rows, beside that button. */
  more?: ReactNode
  /** Content of an empty list. A title of its own means that the filters leave no rows. */
  empty: { icon: Icon; text: string; title?: string }
  /** Content between the title and the list. */
  above?: ReactNode
  /** More controls at the end of the search bar. */
  searchEnd?: ReactNode
  /** False when the pager shows only the page, without 'Showing X to Y of Z results'. */
  withTotals?: boolean
  /** The page's dialogs. */
  children: ReactNode
}

/**
 * A page with a list that can be searched, sorted and paged. It has states for loading, failed, empty, nothing found
 * and outdated.
 */
export function ListPage<T extends Row, P extends string>(props: ListPageProps<T, P>) {
  const { title, texts, list, columns, back, add, more, above, searchEnd, withTotals = true, children } = props
  usePageTitle(title)
  const { query, search, loaded, rows, total } = list
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {back}
        <h1>{title}</h1>
        {add && (
          <div className={styles.headerActions}>
            {more}
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add.onAdd}>
              {add.label}
            </Button>
          </div>
        )}
      </header>

      {above}

      <Card padded={false}>
        <ListSearchBar
          search={search}
          placeholder={texts('searchPlaceholder')}
          searchedAll={texts('searchedAll')}
          counts={query.data && { found: rows.length, shown: loaded.length, total }}
        >
          {searchEnd}
        </ListSearchBar>
        <ListBody {...props} />
        {query.data && (
          <ListPager
            page={list.page}
            pageSize={list.pageSize}
            shown={loaded.length}
            found={search.everywhere || search.text.trim() === '' ? undefined : rows.length}
            total={total}
            withTotals={withTotals}
            hasNext={query.data.hasNext}
            onPage={list.onPage}
          />
        )}
        {list.beyond.isNeeded && (
          <ListBeyond list={list} columns={columns} title={texts('searchedAll')} failed={texts('loadFailed')} />
        )}
      </Card>

      {children}
    </div>
  )
}

function ListBody<T extends Row, P extends string>({ texts, list, columns, add, empty }: ListPageProps<T, P>) {
  const { query, search, rows } = list
  if (query.isPending) return <SkeletonRows rows={6} height={40} />
  if (query.isError)
    return (
      <ErrorState
        error={query.error}
        fallback={texts('loadFailed')}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (rows.length > 0)
    return (
      <ListTable
        label={texts('tableCaption', { page: list.page + 1 })}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id.id}
        stale={query.isPlaceholderData}
        sort={list.sort}
        onSort={list.onSort}
      />
    )
  const text = search.text.trim()
  if (text !== '')
    return <EmptyState compact title={texts(search.everywhere ? 'noMatchAnywhere' : 'noMatchOnPage', { text })} />
  return (
    <EmptyState
      icon={empty.icon}
      title={empty.title ?? texts('emptyTitle')}
      text={empty.text}
      action={add && empty.title === undefined && <Button onClick={add.onAdd}>{add.label}</Button>}
    />
  )
}
