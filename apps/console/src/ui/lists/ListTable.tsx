import type { ReactNode } from 'react'
import styles from './ListTable.module.css'
import { type Sort, SortHeader } from './SortHeader.tsx'

/** A column of a list. */
export interface ListColumn<T, P extends string = string> {
  /** The label of the column, repeated beside each value when the rows are cards. */
  label: string
  /** The property by which a click on the column's head sorts the list. */
  sortBy?: P
  cell: (row: T) => ReactNode
  /** 'title' starts the card and 'actions' ends it; neither repeats the column's label. */
  part?: 'title' | 'actions'
}

export interface ListTableProps<T, P extends string> {
  /** The accessible name of the table. */
  label: string
  columns: readonly ListColumn<T, P>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** True while the last page is still shown and the next one is loading. */
  stale: boolean
  sort: Sort<P>
  onSort: (sort: Sort<P>) => void
}

/**
 * A list as a table; on a narrow screen each row is a card. A row that opens a page has a link of the class `rowLink`
 * in its title cell. The link covers the row and works with keyboard, middle click and screen reader like any link.
 */
export function ListTable<T, P extends string>(props: ListTableProps<T, P>) {
  const { label, columns, rows, rowKey, stale, sort, onSort } = props
  return (
    <div className={styles.frame} data-stale={stale || undefined}>
      <table className={styles.table} aria-label={label} aria-busy={stale}>
        <thead className={styles.head}>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.label} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={styles.row}>
              {columns.map((column) => (
                <td key={column.label} data-part={column.part} data-label={column.label}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadCellProps<T, P extends string> extends Pick<ListTableProps<T, P>, 'sort' | 'onSort'> {
  column: ListColumn<T, P>
}

function HeadCell<T, P extends string>({ column, sort, onSort }: HeadCellProps<T, P>) {
  const { label, sortBy, part } = column
  if (sortBy !== undefined) return <SortHeader label={label} property={sortBy} sort={sort} onSort={onSort} />
  return (
    <th className={styles.words} data-part={part}>
      {label}
    </th>
  )
}

/** Text of any length in a cell: up to three lines of it, with the full text in the `title`. HTML is shown as text. */
export function LongText({ children, muted = false }: { children: string; muted?: boolean }) {
  return (
    <span className={styles.long} data-muted={muted || undefined} title={children.length > 40 ? children : undefined}>
      {children}
    </span>
  )
}
