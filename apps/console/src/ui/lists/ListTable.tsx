import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ListTable.module.css'

export interface ListColumn<T> {
  /** Words of the column; repeated beside each value where the rows are cards. */
  label: string
  /** The head cell, where it is more than words: a SortHeader. */
  head?: ReactNode
  cell: (row: T) => ReactNode
  /** 'title' heads the card, 'actions' ends it; neither repeats the column's words. */
  part?: 'title' | 'actions'
}

export interface ListTableProps<T> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly ListColumn<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** True while what is shown is the last page, and the next one is on its way. */
  stale?: boolean
}

/**
 * A list as a table; on a narrow screen each row is a card. A row that leads somewhere has a link of the class `rowLink`
 * in its title cell: the link covers the row, and works by keyboard, middle click and screen reader as links do.
 */
export function ListTable<T>({ label, columns, rows, rowKey, stale = false }: ListTableProps<T>) {
  return (
    <div className={styles.frame} data-stale={stale || undefined}>
      <Table className={styles.table ?? ''} aria-label={label} aria-busy={stale}>
        <Table.Thead className={styles.head ?? ''}>
          <Table.Tr>
            {columns.map((column) => (
              <HeadCell key={column.label} column={column} />
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

function HeadCell<T>({ column }: { column: ListColumn<T> }) {
  return (
    column.head ?? (
      <Table.Th className={styles.words ?? ''} data-part={column.part}>
        {column.label}
      </Table.Th>
    )
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
