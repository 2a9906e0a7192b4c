/** Requirements for the text of any file. */
import { type FileProblem, problemAt } from './fileProblem.ts'

/** The longest file that is read. */
export const MOST_FILE_MIB = 16
/** The most lines of a table, or junctions of a file: ten times a city. */
export const MOST_ENTRIES = 100_000
/** Most unknown names that are reported one by one; more mean that it is another file. */
export const MOST_UNKNOWN = 100
const MOST_FILE_LETTERS = MOST_FILE_MIB * 1024 * 1024

/** Stands for what is no UTF-8 once a file was read as such. */
const UNREADABLE = '\uFFFD'

/** Returns why a text is not looked into; undefined if nothing speaks against it. */
export function textProblem(text: string): FileProblem | undefined {
  if (text.length > MOST_FILE_LETTERS) return problemAt(1, '', 'tooLong', { mebibytes: MOST_FILE_MIB })
  const place = text.indexOf(UNREADABLE)
  if (place === -1) return undefined
  return problemAt(text.slice(0, place).split('\n').length, '', 'notUtf8', {})
}
