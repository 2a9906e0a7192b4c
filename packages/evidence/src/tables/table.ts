/** Tables of a junction's history: what every format of a file is written from. */
import type { CallApi } from '@greenwave/client/callTypes'
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import { isoTime } from '@greenwave/controller/isoTime'
import type { ReplayDisplay } from '@greenwave/observer/replay/recordedStyles'

/** A value of a table; null: nothing. */
export type Cell = string | number | null

/** A column. A `moment` is epoch milliseconds. */
export interface Column {
  readonly name: string
  readonly type: 'text' | 'whole' | 'moment'
}

/** Rows that belong together, and how far their table has come with them. */
export interface Rows {
  readonly rows: readonly (readonly Cell[])[]
  /** Time up to which rows are complete, epoch milliseconds. */
  readonly untilMs: number
}

/** Where the history of a junction is read. */
export interface HistorySource {
  readonly call: CallApi<'timeseries'>
  readonly deviceId: string
  /** Displays of the lamps; left out where each lamp counts every second. */
  readonly displays?: ReplayDisplay | undefined
  readonly signal?: AbortSignal
}

/** A table of a junction's history. */
export interface Table {
  readonly columns: readonly Column[]
  /** Yields its rows, the oldest first, in steps that are small however long the span is. */
  readonly rows: (source: HistorySource, span: Span) => AsyncGenerator<Rows>
}

/** A span of whole seconds, epoch milliseconds, the end excluded. */
export interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

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
