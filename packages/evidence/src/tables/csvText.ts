/** Tables as the text of CSV files. */
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import { isoTime } from '@greenwave/controller/isoTime'
import type { Cell, Column } from './table.ts'

/** Returns the beginning of a file: its first line has the names of the columns. */
export function csvHead(columns: readonly Column[]): string {
  return BYTE_ORDER_MARK + csvLine(columns.map(({ name }) => name))
}

/** Returns rows as lines. */
export function csvLines(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => csvLine(row.map((cell, nth) => textOf(cell, columns[nth])))).join('')
}

function textOf(cell: Cell, column: Column | undefined): string | number {
  if (cell === null) return ''
  return column?.type === 'moment' && typeof cell === 'number' ? isoTime(cell) : cell
}
