/** Reads CSV that a spreadsheet has written, with its lines. */
import { parse } from 'csv-parse/browser/esm/sync'
import { type FileProblem, MOST_ENTRIES, problemAt } from './fileProblem.ts'

/** A line of a table. */
export interface TableRow {
  /** Line in the file, 1 is the first; the last of several lines. */
  readonly line: number
  /** Trimmed cells by column; empty ones are left out. */
  readonly cells: ReadonlyMap<string, string>
}

/** Parsed table. Rows with problems are left out. */
export interface CsvTable {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  readonly problems: readonly FileProblem[]
  /** Whether a cell may hold a comma without quotes, so that its numbers may have one, too. */
  readonly hasOtherDelimiter: boolean
}

interface ReadRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Parses a table whose first line has the names of its columns. Cells are divided by commas, or by semicolons or
 * tabulators where the first line has no comma, because spreadsheets of some languages write these.
 */
export function parseCsvTable(text: string): CsvTable {
  const delimiter = delimiterOf(text)
  const hasOtherDelimiter = delimiter !== ','
  const none = (problem: FileProblem): CsvTable => ({ columns: [], rows: [], problems: [problem], hasOtherDelimiter })
  const records: ReadRecord[] = []
  try {
    parse(text, {
      ...{ bom: true, relax_column_count: true, skip_empty_lines: true, trim: true, delimiter },
      on_record(cells: string[], { lines }) {
        // Millions of lines, each with a problem of its own, would fill the memory.
        if (records.length > MOST_ENTRIES) throw new TooManyLines()
        records.push({ line: lines, cells })
        return null
      },
    })
  } catch (error) {
    if (error instanceof TooManyLines) return none(problemAt(1, '', 'tooMany', { entries: MOST_ENTRIES }))
    return none(problemAt(lineOfError(error), '', 'notReadable', { problem: errorMessage(error) }))
  }
  const [head, ...body] = records
  if (!head) return none(problemAt(1, '', 'empty', {}))
  const columns = head.cells.map(unguarded)
  const seen = new Set<string>()
  const twice = columns.find((column) => seen.size === seen.add(column).size)
  if (twice !== undefined) return none(problemAt(head.line, twice, 'repeatedField', {}))
  const problems: FileProblem[] = []
  const rows: TableRow[] = []
  for (const { line, cells } of body) {
    // Spreadsheets write lines of empty cells below the last one.
    if (cells.every((cell) => cell === '')) continue
    if (cells.length === columns.length) {
      const filled = columns.flatMap((column, nth) => (cells[nth] ? [[column, unguarded(cells[nth])] as const] : []))
      rows.push({ line, cells: new Map(filled) })
    } else {
      problems.push(problemAt(line, '', 'otherCellCount', { seen: cells.length, wanted: columns.length }))
    }
  }
  return { columns, rows, problems, hasOtherDelimiter }
}

/** Ends the parsing. */
class TooManyLines extends Error {}

/** Our own files have an apostrophe before texts that spreadsheets would take for formulas; see `csvLine`. */
function unguarded(cell: string): string {
  return /^'[\s\0]*[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const head = end === -1 ? text : text.slice(0, end)
  return [',', ';', '\t'].find((delimiter) => head.includes(delimiter)) ?? ','
}

function lineOfError(error: unknown): number {
  return error instanceof Error && 'lines' in error && typeof error.lines === 'number' ? error.lines : 1
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? `is no CSV: ${error.message}` : 'is no CSV'
}
