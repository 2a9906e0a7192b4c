import { existsSync, readFileSync } from 'node:fs'

/** A row of bench/results, with the benchmark that it is of. */
export interface ResultRow {
  readonly benchmark: string
  readonly name: string
  readonly figure: string
}

/** Returns the row of a benchmark whose name is, or begins with, `name`; undefined if there is none. */
export function findRow(benchmark: string, name: string): ResultRow | undefined {
  const file = new URL(`../../results/${benchmark}.json`, import.meta.url)
  if (!existsSync(file)) return undefined
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as Saved
  const row = rows.find((one) => one.name === name) ?? rows.find((one) => one.name.startsWith(name))
  return row && { benchmark, name: row.name, figure: row.figure }
}

/** Returns the row of a benchmark as `findRow` does. @throws if there is none */
export function resultRow(benchmark: string, name: string): ResultRow {
  const row = findRow(benchmark, name)
  if (!row) throw new Error(`bench/results/${benchmark}.json has no row "${name}": run npm run bench -- ${benchmark}`)
  return row
}

interface Saved {
  readonly rows: readonly { readonly name: string; readonly figure: string }[]
}

/**
 * Returns the number that stands right before `unit` in a row's figure; of several the first after `after`.
 * @throws if there is none
 */
export function numberOf({ benchmark, name, figure }: ResultRow, unit: string, after = ''): number {
  const from = figure.indexOf(after)
  const text = from < 0 ? undefined : figure.slice(from).split(unit).at(0)
  const found = figure.includes(unit, from) ? /([\d.]+) ?$/.exec(text ?? '')?.[1] : undefined
  if (found === undefined)
    throw new Error(`"${name}" of ${benchmark} has no number of ${unit}${after && ` after ${after}`}: ${figure}`)
  return Number(found)
}
