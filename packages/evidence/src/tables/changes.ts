/** The table of changes: who set what, as the records of changes say. A row is one attribute of one change. */
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { settingKey } from '@greenwave/controller/settingTable/table'
import { fetchChanges } from './fetchRecords.ts'
import type { Cell, Column, HistorySource, Rows, Span, Table } from './table.ts'

const COLUMNS: readonly Column[] = [
  { name: 'at', type: 'moment' },
  { name: 'by', type: 'text' },
  { name: 'from', type: 'text' },
  { name: 'state', type: 'text' },
  { name: 'attribute', type: 'text' },
  { name: 'name', type: 'text' },
  { name: 'before', type: 'text' },
  { name: 'after', type: 'text' },
  { name: 'why', type: 'text' },
  { name: 'change', type: 'text' },
]

/** The changes that were begun in a span. A row without a value after: the attribute was removed. */
export const CHANGES_TABLE: Table = { columns: COLUMNS, rows: changeRows }

async function* changeRows(source: HistorySource, span: Span): AsyncGenerator<Rows> {
  for await (const change of fetchChanges(source, span)) yield { rows: rowsOf(change), untilMs: change.at }
}

function rowsOf({ id, at, by, from, state, before, after, why, unkept }: ChangeRecord): readonly (readonly Cell[])[] {
  // Values that were too long to keep are named without them.
  const keys = [...new Set([...Object.keys(after), ...unkept])]
  return keys.map((key) => {
    const name = settingKey(key)?.name ?? null
    return [at, by.name, from, state, key, name, cellOf(before[key]), cellOf(after[key]), why, id]
  })
}

function cellOf(value: ChangeRecord['after'][string] | undefined): Cell {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
