/** Tables as Parquet: row groups are written as they fill, so that a file of any length takes the memory of one. */
import type { Cell, Column } from '@greenwave/evidence/tables/table'
import type { RowGroup, SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { type Checkpoint, type Sink, writeWhole } from './partFile.ts'

/** Rows of a group: three hours of seconds, which take some megabytes while it fills. */
const GROUP_ROWS = 10_800

/** Creates a Parquet sink for an open file. @param begun where an earlier run ended */
export function parquetSink(file: number, columns: readonly Column[], begun: Checkpoint | undefined): Sink {
  const bytes = new FileBytes(file)
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: 'Greenwave' })
  if (begun) {
    bytes.goOn(begun.bytes)
    writer.row_groups = readRowGroups(begun.memory)
    writer.num_rows = writer.row_groups.reduce((sum, group) => sum + group.num_rows, 0n)
  }
  let waiting: (readonly Cell[])[] = []
  const flush = (): void => {
    if (waiting.length > 0) {
      const columnData = columns.map((column, nth) => ({
        ...{ name: column.name, offsetIndex: false, statistics: column.type === 'moment' },
        data: waiting.map((row) => cellValue(row[nth] ?? null, column)),
      }))
      void writer.write({ columnData, rowGroupSize: GROUP_ROWS })
    }
    waiting = []
    bytes.flush()
  }
  return {
    write(rows) {
      waiting.push(...rows)
      if (waiting.length < GROUP_ROWS) return undefined
      flush()
      return { bytes: bytes.offset, memory: rowGroupsText(writer.row_groups) }
    },
    finish() {
      flush()
      void writer.finish()
    },
  }
}

/** Collects bytes, and writes them to a file. */
class FileBytes extends ByteWriter {
  readonly #file: number

  constructor(file: number) {
    super()
    this.#file = file
  }

  /** Drops what was written so far, which the file has already, and goes on behind so many bytes. */
  goOn(offset: number): void {
    this.offset = offset
    this.index = 0
  }

  flush(): void {
    writeWhole(this.#file, new Uint8Array(this.buffer, 0, this.index))
    this.index = 0
  }

  override finish(): void {
    this.flush()
  }
}

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)]
}

function elementOf({ name, type }: Column): SchemaElement {
  const optional = { name, repetition_type: 'OPTIONAL' } as const
  switch (type) {
    case 'text':
      return { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' }
    case 'whole':
      return { ...optional, type: 'INT32' }
    case 'moment':
      return { ...optional, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }
  }
}

function cellValue(cell: Cell, { type }: Column): string | number | Date | null {
  if (cell === null) return null
  if (type === 'text') return String(cell)
  return type === 'moment' ? new Date(Number(cell)) : Number(cell)
}

/** Prefixes of values without a form in JSON. */
const BIG = 'bigint '
const DATE = 'date '

function rowGroupsText(groups: readonly RowGroup[]): string {
  // JSON would call toJSON of a date before it is seen here.
  return JSON.stringify(groups, function (this: Record<string, unknown>, key, value: unknown) {
    const own = this[key]
    if (own instanceof Date) return DATE + own.getTime()
    return typeof value === 'bigint' ? BIG + value : value
  })
}

function readRowGroups(text = '[]'): RowGroup[] {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string') return value
    if (value.startsWith(BIG)) return BigInt(value.slice(BIG.length))
    return value.startsWith(DATE) ? new Date(Number(value.slice(DATE.length))) : value
  })
}
