/** @file Lists of devices, customers and users as CSV: what columns they have, and what a line may say. */
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import { EMAIL_ADDRESS, PHONE_E164, TEXT_LIMIT } from '@greenwave/contract/wire/fields'
import { LATITUDE_KEY, LONGITUDE_KEY } from '@greenwave/controller/keys'
import { checkValue } from '@greenwave/controller/settingTable/ranges'
import { parseCsvTable, type TableRow } from './csvTable.ts'
import { LOGIN_COLUMNS } from './deviceLogin.ts'
import { type FileProblem, MOST_UNKNOWN, problemAt, textProblem } from './fileProblem.ts'

/** The columns that say where a device is. */
export const PLACE_COLUMNS = [LATITUDE_KEY, LONGITUDE_KEY] as const

/** Kinds of lists. */
export type ListKind = 'devices' | 'customers' | 'users'

interface Column {
  readonly column: string
  readonly isRequired?: true
  /** Columns whose values make this column required. */
  readonly isNeededWith?: readonly string[]
  /** Checks a value that is not empty. */
  readonly check?: (line: number, column: string, value: string) => FileProblem | undefined
}

const email = (line: number, column: string, value: string) =>
  EMAIL_ADDRESS.test(value) ? undefined : problemAt(line, column, 'notAnEmail', { value })
const phone = (line: number, column: string, value: string) =>
  PHONE_E164.test(value) ? undefined : problemAt(line, column, 'notAPhone', { value })
const degrees = (line: number, column: string, value: string) => {
  const finding = checkValue(column, value)
  return finding ? problemAt(line, column, 'value', { finding }) : undefined
}

/** The columns of each list. The first one is by what an entry is found. */
export const COLUMNS = {
  devices: [
    { column: 'name', isRequired: true },
    { column: 'label' },
    { column: 'customer' },
    { column: 'clientId' },
    { column: 'userName' },
    { column: 'password' },
    ...PLACE_COLUMNS.map((column) => ({ column, check: degrees, isNeededWith: PLACE_COLUMNS })),
  ],
  customers: [
    { column: 'title', isRequired: true },
    { column: 'email', check: email },
    { column: 'phone', check: phone },
    { column: 'country' },
    { column: 'state' },
    { column: 'city' },
    { column: 'address' },
    { column: 'address2' },
    { column: 'zip' },
  ],
  users: [
    { column: 'email', isRequired: true, check: email },
    { column: 'customer', isRequired: true },
    { column: 'firstName' },
    { column: 'lastName' },
    { column: 'phone', check: phone },
  ],
} as const satisfies Record<ListKind, readonly Column[]>

/** An entry of a list. What its line leaves empty is missing. */
export interface ListEntry {
  readonly line: number
  /** The value of the first column. */
  readonly name: string
  readonly values: Readonly<Record<string, string>>
}

/** Entries of a file. Lines with problems are left out. */
export interface ParsedList {
  readonly entries: readonly ListEntry[]
  readonly problems: readonly FileProblem[]
}

const columnsOf = (kind: ListKind): readonly Column[] => COLUMNS[kind]

/** Parses a list. */
export function parseList(kind: ListKind, text: string): ParsedList {
  const unfit = textProblem(text)
  if (unfit) return { entries: [], problems: [unfit] }
  const columns = columnsOf(kind)
  const table = parseCsvTable(text)
  if (table.columns.length === 0) return { entries: [], problems: table.problems }
  const known = columns.map(({ column }) => column)
  const missing = columns.filter(({ column, isRequired }) => isRequired && !table.columns.includes(column))
  const unknown = table.columns.filter((column) => !known.includes(column)).slice(0, MOST_UNKNOWN)
  const heads = [
    ...missing.map(({ column }) => problemAt(1, column, 'columnMissing', {})),
    ...unknown.map((column) => problemAt(1, column, 'unknownField', { known: known.join(', ') })),
  ]
  if (missing.length > 0) return { entries: [], problems: heads }
  const problems = [...heads, ...table.problems]
  const lines = new Map<string, number>()
  const entries: ListEntry[] = []
  for (const read of table.rows) {
    const row = table.hasOtherDelimiter ? withPoints(read) : read
    const entry = entryOf(columns, row)
    const wrong = problemsOf(columns, row)
    // Platforms compare e-mail addresses without case, and names with it.
    const key = kind === 'users' ? entry.name.toLowerCase() : entry.name
    const earlier = lines.get(key)
    if (earlier !== undefined) {
      wrong.push(problemAt(row.line, known[0] ?? '', 'repeatedName', { name: entry.name, line: earlier }))
    }
    if (earlier === undefined && entry.name !== '') lines.set(key, row.line)
    if (wrong.length === 0) entries.push(entry)
    problems.push(...wrong)
  }
  return { entries, problems: problems.sort((a, b) => a.line - b.line) }
}

/** Spreadsheets that divide cells by semicolons or tabulators write 10,77 for 10.77. */
function withPoints({ line, cells }: TableRow): TableRow {
  const places: readonly string[] = PLACE_COLUMNS
  const pointed = [...cells].map(
    ([column, value]) => [column, places.includes(column) ? value.replace(/^(-?\d+),(\d+)$/, '$1.$2') : value] as const,
  )
  return { line, cells: new Map(pointed) }
}

function entryOf(columns: readonly Column[], { line, cells }: TableRow): ListEntry {
  const given = columns.flatMap(({ column }) => {
    const value = cells.get(column) ?? ''
    return value === '' ? [] : [[column, value] as const]
  })
  const values: Readonly<Record<string, string>> = Object.fromEntries(given)
  return { line, name: values[columns[0]?.column ?? ''] ?? '', values }
}

function problemsOf(columns: readonly Column[], { line, cells }: TableRow): FileProblem[] {
  return columns.flatMap(({ column, isRequired, isNeededWith = [], check }) => {
    const value = cells.get(column) ?? ''
    if (value === '') {
      const isNeeded = isRequired || isNeededWith.some((other) => cells.get(other))
      return isNeeded ? [problemAt(line, column, 'valueMissing', {})] : []
    }
    if (value.length > TEXT_LIMIT) return [problemAt(line, column, 'valueTooLong', { limit: TEXT_LIMIT })]
    return check?.(line, column, value) ?? []
  })
}

/** Returns a list as the text of a file. Logins are no part of it. */
export function writeList(kind: ListKind, entries: readonly Readonly<Record<string, string | undefined>>[]): string {
  const columns = columnsOf(kind)
    .map(({ column }) => column)
    .filter((column) => !LOGIN_COLUMNS.some((secret) => secret === column))
  const lines = entries.map((entry) => csvLine(columns.map((column) => entry[column] ?? '')))
  return `${BYTE_ORDER_MARK}${csvLine(columns)}${lines.join('')}`
}
