import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ListTable.module.css'
import { type Sort, SortHeader } from './SortHeader.tsx'

export interface ListColumn<T, P extends string = string> {
  /** Words of the column; repeated beside each value where the rows are cards. */
  label: string
  /** What a click on its head sorts the list by. */
  sortBy?: P
  cell: (row: T) => ReactNode
  /** 'title' heads the card, 'actions' ends it; neither repeats the column's words. */
  part?: 'title' | 'actions'
}

export interface ListTableProps<T, P extends string> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly ListColumn<T, P>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** True while what is shown is the last page, and the next one is on its way. */
  stale: boolean
  sort: Sort<P>
  onSort: (sort: Sort<P>) => void
}

/**
 * A list as a table; on a narrow screen each row is a card. A row that leads somewhere has a link of the class `rowLink`
 * in its title cell: the link covers the row, and works by keyboard, middle click and screen reader as links do.
 */
export function ListTable<T, P extends string>(props: ListTableProps<T, P>) {
  const { label, columns, rows, rowKey, stale, sort, onSort } = props
  return (
    <div className={styles.frame} data-stale={stale || undefined}>
      <Table className={styles.table ?? ''} aria-label={label} aria-busy={stale}>
        <Table.Thead className={styles.head ?? ''}>
          <Table.Tr>
            {columns.map((column) => (
              <HeadCell key={column.label} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)} className={styles.row ?? ''}>
              {columns.map((column) => (
                <Table.Td key={column.label} data-part={column.part} data-label={column.label}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
    <Table.Th className={styles.words ?? ''} data-part={part}>
      {label}
    </Table.Th>
  )
}

/** Text of any length in a cell: three lines of it, the whole in its title. HTML in it is text. */
export function LongText({ children, muted = false }: { children: string; muted?: boolean }) {
  return (
    <span className={styles.long} data-muted={muted || undefined} title={children.length > 40 ? children : undefined}>
      {children}
    </span>
  )
}
