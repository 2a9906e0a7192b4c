import type { ReactNode } from 'react'
import { Scrollable } from '../page/Scrollable.tsx'
import styles from './ReadTable.module.css'

export interface ReadTableProps {
  /** Accessible name, and the table's title where it is captioned. */
  readonly label: string
  /** Set for one of several tables in a card. */
  readonly captioned?: boolean
  /** The heads of its columns. */
  readonly columns: readonly string[]
  /** Set for cells with short values that stay on one line each. */
  readonly values?: boolean
  readonly children: ReactNode
}

/** A table that is only read, in full width. It scrolls when it is wider than the page. */
export function ReadTable({ label, columns, captioned = false, values = false, children }: ReadTableProps) {
  return (
    <Scrollable label={label}>
      <table className={styles.table} data-values={values || undefined}>
        {captioned && <caption>{label}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scrollable>
  )
}
