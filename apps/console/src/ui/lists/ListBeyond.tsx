import { Loader } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorState } from '../states/ErrorState.tsx'
import styles from './ListBeyond.module.css'
import { type ListColumn, ListTable } from './ListTable.tsx'
import type { PagedList } from './usePagedList.ts'
import type { Row } from './useSearchBeyond.ts'

export interface ListBeyondProps<T extends Row, P extends string> {
  list: PagedList<T, P>
  columns: readonly ListColumn<T, P>[]
  /** Text that names the fields of a search over all pages. */
  title: string
  /** The text for a search that failed. */
  failed: string
}

/**
 * Results of a search over all pages, below the page. Its rows are in the order of the list, and do the
 * same as those of the page.
 */
export function ListBeyond<T extends Row, P extends string>(props: ListBeyondProps<T, P>) {
  const { list, columns, title, failed } = props
  const heading = useId()
  const { rows, isAsking, error, retry } = list.beyond
  return (
    <section className={styles.beyond} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <Count list={list} />
      </div>
      {error && <ErrorState compact error={error} fallback={failed} onRetry={retry} />}
      {rows.length > 0 && (
        <ListTable
          label={title}
          // They are sorted as the page above them, by its controls.
          columns={columns.map(({ label, cell, part }) => ({ label, cell, ...(part && { part }) }))}
          rows={rows}
          rowKey={({ id }) => id.id}
          stale={isAsking}
          sort={list.sort}
          onSort={list.onSort}
        />
      )}
    </section>
  )
}

/** Shows how many rows there are, for screen readers too, once the platform has answered. */
function Count<T extends Row, P extends string>({ list: { beyond, total } }: Pick<ListBeyondProps<T, P>, 'list'>) {
  const t = useTexts('common')
  const count = beyond.rows.length
  const found = beyond.isPart
    ? t('firstBeyond', { count, searchAll: t('searchAll', { total }) })
    : t('foundBeyond', { count })
  return (
    <output className={styles.count}>
      {beyond.isAsking ? (
        <Loader size={16} aria-label={t('loading')} />
      ) : (
        !beyond.error && (count === 0 ? t('nothingBeyond') : found)
      )}
    </output>
  )
}
