/** Lines of a CSV file (RFC 4180), as spreadsheets read them. */

/** By this, spreadsheets know that the file is UTF-8. It stands at its very beginning. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet may take for the beginning of a formula, and would then execute. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * Returns one line with its end. A text that a spreadsheet could take for a formula has an apostrophe before it, since
 * anybody who may name a junction could write one. Numbers stay numbers.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a time (epoch milliseconds) as 2026-11-22T07:12:08+07:00 in this computer's zone; empty for 0. */
export function zonedTime(ms: number): string {
  if (ms === 0 || !Number.isFinite(ms)) return ''
  const ahead = -new Date(ms).getTimezoneOffset()
  const local = new Date(ms + ahead * 60_000).toISOString().slice(0, 19)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  return `${local}${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}:${two(Math.abs(ahead) % 60)}`
}
