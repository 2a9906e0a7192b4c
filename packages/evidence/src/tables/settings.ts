/** The table of settings: those in force at the beginning of a span, and each that changed in it. */
import type { SettingsRecord } from '@greenwave/contract/records/settingsRecords'
import { settingKey } from '@greenwave/controller/settingTable/table'
import { fetchSettings } from './fetchRecords.ts'
import type { Cell, Column, HistorySource, Rows, Span, Table } from './table.ts'

const COLUMNS: readonly Column[] = [
  { name: 'from', type: 'moment' },
  { name: 'attribute', type: 'text' },
  { name: 'name', type: 'text' },
  { name: 'value', type: 'text' },
  { name: 'known_as', type: 'text' },
]

/** The settings in force in a span. A row without a value: the setting was gone. */
export const SETTINGS_TABLE: Table = { columns: COLUMNS, rows: settingRows }

async function* settingRows(source: HistorySource, span: Span): AsyncGenerator<Rows> {
  let before: ReadonlyMap<string, Value> = new Map()
  for await (const record of fetchSettings(source, span)) {
    const now = valuesOf(record)
    const rows = [...now]
      .filter(([key, value]) => !isSame(before.get(key), value))
      .map(([key, value]) => rowOf(record.ts, key, value))
    const gone = [...before.keys()].filter((key) => !now.has(key)).map((key) => rowOf(record.ts, key, GONE))
    yield { rows: [...rows, ...gone], untilMs: Math.max(span.fromMs, record.ts) }
    before = now
  }
}

interface Value {
  readonly value: Cell
  readonly knownAs: string
}

const GONE: Value = { value: null, knownAs: 'gone' }

function valuesOf({ reported, asked }: SettingsRecord): ReadonlyMap<string, Value> {
  const rows = (values: Readonly<Record<string, string | number>>, knownAs: string) =>
    Object.entries(values).map(([key, value]): [string, Value] => [key, { value, knownAs }])
  return new Map([...rows(asked, 'asked for'), ...rows(reported, 'reported')].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const isSame = (a: Value | undefined, b: Value): boolean => a?.value === b.value && a.knownAs === b.knownAs

function rowOf(ms: number, key: string, { value, knownAs }: Value): readonly Cell[] {
  return [ms, key, settingKey(key)?.name ?? null, value, knownAs]
}
