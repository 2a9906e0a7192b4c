import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

/** One line of a benchmark: what was promised, what was measured, and the same measured with other software. */
export interface Row {
  readonly name: string
  readonly promise: string
  readonly figure: string
  readonly baseline: string
  /** Undefined when the promise is no single figure. */
  readonly kept: boolean | undefined
}

/** Prints rows as a table. */
export function printRows(rows: readonly Row[]): void {
  const head: Row = { name: 'what', promise: 'promise', figure: 'seen', baseline: 'baseline', kept: undefined }
  const columns = ['name', 'promise', 'figure', 'baseline'] as const
  const widths = columns.map((column) => Math.max(...[head, ...rows].map((row) => row[column].length)))
  for (const row of [head, ...rows]) {
    const cells = columns.map((column, i) => row[column].padEnd(widths[i] ?? 0))
    const mark = row === head ? '' : row.kept === undefined ? '' : row.kept ? 'kept' : 'NOT KEPT'
    process.stdout.write(`${cells.join('  ')}  ${mark}\n`)
  }
}

/** Stores the rows of one benchmark, with the machine that they were measured on. */
export function saveRows(benchmark: string, rows: readonly Row[]): void {
  const folder = fileURLToPath(new URL('../../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(`${folder}${benchmark}.json`, `${JSON.stringify({ benchmark, date, machine, rows }, null, 2)}\n`)
}
