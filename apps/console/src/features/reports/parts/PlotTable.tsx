import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { Scrollable } from '../../../ui/page/Scrollable.tsx'
import styles from './Reports.module.css'

export interface PlotTableProps {
  /** The accessible name. */
  readonly label: string
  readonly head: readonly string[]
  /** The first cell of a row is its head. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  /** Whether it is closed at first, because a plot shows the same. On paper it is open. */
  readonly folded?: boolean
}

/** A figure, and below it over what it is; an empty text where that is all. */
export function Over({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <>
      {children}
      {text !== '' && <span className={styles.small}>{text}</span>}
    </>
  )
}

/** A table of figures, which is read where a plot is looked at. */
export function PlotTable({ label, head, rows, folded = false }: PlotTableProps) {
  const t = useTexts('monitoring', 'reports')
  const table = (
    <Scrollable label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, nth) => (
                <td key={head[nth + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
  if (!folded) return table
  return (
    <details className={styles.fold}>
      <summary>{t('asTable')}</summary>
      {table}
    </details>
  )
}
