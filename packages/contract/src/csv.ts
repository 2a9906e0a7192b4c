/** Lines of a CSV file (RFC 4180), as spreadsheets read them. */

/** By this, spreadsheets know that the file is UTF-8. It stands at its very beginning. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Characters that a spreadsheet may take for the beginning of a formula, and would then execute. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * Returns one line with its end. A text that a spreadsheet could take for a formula has an apostrophe before it, since
 * anybody who may name a junction could write one. Numbers stay numbers.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** Returns one line with its end, each text exactly as it is: for files that programs read, not spreadsheets. */
export function exactCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  return quoted(FORMULA.test(cell) ? `'${cell}` : cell)
}

/** Readers may leave out space at the ends of a line, and lines that begin with #. */
const NEEDS_QUOTES = /[",\r\n]|^[\s#]|\s$/

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
