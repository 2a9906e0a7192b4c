import type { ReactNode } from 'react'
import { Scrollable } from '../page/Scrollable.tsx'
import styles from './ReadTable.module.css'

export interface ReadTableProps {
  /** Accessible name. */
  readonly label: string
  /** The heads of its columns. */
  readonly columns: readonly string[]
  /** Set for cells with short values that stay on one line each. */
  readonly values?: boolean
  readonly children: ReactNode
}

/** A table that is only read, in full width. It scrolls when it is wider than the page. */
export function ReadTable({ label, columns, values = false, children }: ReadTableProps) {
  return (
    <Scrollable label={label}>
      <table className={styles.table} data-values={values || undefined}>
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
