/** Problems of a file as data; each user interface has its own texts for them. */
import type { Finding } from '@greenwave/controller/checks/finding'
import { describeFinding } from '@greenwave/controller/settingTable/describe'

/** Every kind of problem with its data. */
export interface ProblemData {
  /** The text is neither JSON nor CSV; `problem` is the parser's, in English. */
  notReadable: { readonly problem: string }
  /** Spreadsheets of some languages write other letters than UTF-8. */
  notUtf8: Record<never, never>
  tooLong: { readonly mebibytes: number }
  tooMany: { readonly entries: number }
  empty: Record<never, never>
  /** JSON that is another thing than was exported; `wanted` is JSON. */
  otherFormat: { readonly wanted: string }
  columnMissing: Record<never, never>
  unknownField: { readonly known: string }
  repeatedField: Record<never, never>
  otherCellCount: { readonly seen: number; readonly wanted: number }
  valueMissing: Record<never, never>
  valueTooLong: { readonly limit: number }
  repeatedName: { readonly name: string; readonly line: number }
  unknownName: { readonly name: string }
  notAnEmail: { readonly value: string }
  notAPhone: { readonly value: string }
  /** The junction's controller does not report that it has this setting. */
  notReported: Record<never, never>
  value: { readonly finding: Finding }
  notADate: { readonly value: string }
  /** The last day is before the first. */
  endsBefore: { readonly from: string; readonly until: string }
  /** A kind of day that the calendar does not have; `known` are the ids of its kinds. */
  unknownKind: { readonly value: string; readonly known: string }
}

/** The kind of a problem, by which its sentence is looked up. */
export type ProblemCode = keyof ProblemData

interface ProblemOf<Code extends ProblemCode> {
  /** Line in the file; 1 is the first. */
  readonly line: number
  /** The column or member; '' for the whole line. */
  readonly field: string
  readonly code: Code
  readonly params: ProblemData[Code]
}

/** @example { line: 3, field: 'name', code: 'valueMissing', params: {} } */
export type FileProblem = { readonly [Code in ProblemCode]: ProblemOf<Code> }[ProblemCode]

/** Returns a problem. */
export function problemAt<Code extends ProblemCode>(
  line: number,
  field: string,
  code: Code,
  params: ProblemData[Code],
): ProblemOf<Code> {
  return { line, field, code, params }
}

const SENTENCES: { readonly [Code in ProblemCode]: (params: ProblemData[Code]) => string } = {
  notReadable: (p) => p.problem,
  notUtf8: () => 'has letters that cannot be read: save the file as UTF-8, in spreadsheets "CSV UTF-8"',
  tooLong: (p) => `the file is longer than ${p.mebibytes} MiB: divide it`,
  tooMany: (p) => `the file has more than ${p.entries} entries: divide it`,
  empty: () => 'the file has no lines: give a first line with the names of the columns, and one for each entry',
  otherFormat: (p) => `is not what is wanted: give ${p.wanted}`,
  columnMissing: () => 'this column is missing: add it to the first line',
  unknownField: (p) => `nothing has this name: leave it out, or give one of ${p.known}`,
  repeatedField: () => 'stands here twice: leave one out',
  otherCellCount: (p) => `has ${p.seen} cells, and the first line has ${p.wanted}: put quotes around cells with commas`,
  valueMissing: () => 'is empty: give a value',
  valueTooLong: (p) => `is longer than ${p.limit} characters: shorten it`,
  repeatedName: (p) => `${JSON.stringify(p.name)} stands in line ${p.line} already: leave one of both out`,
  unknownName: (p) => `there is no ${JSON.stringify(p.name)} on the platform: correct the name, or add it there first`,
  notAnEmail: (p) => `${JSON.stringify(p.value)} is no e-mail address: give one such as mai@signal.example`,
  notAPhone: (p) => `${JSON.stringify(p.value)} is no telephone number: give one such as +842838123456`,
  notReported: () => 'the controller of this junction does not report this setting: leave the value out',
  value: (p) => describeFinding(p.finding),
  notADate: (p) => `${JSON.stringify(p.value)} is not a date of 2000 to 2100: give one such as 2026-11-28`,
  endsBefore: (p) => `${p.until} is before ${p.from}: exchange them`,
  unknownKind: (p) => `${JSON.stringify(p.value)} is not a kind of this calendar: give one of ${p.known}`,
}

/** Returns a problem as an English line: 'line 3, name: is empty: give a value'. */
export function describeProblem<Code extends ProblemCode>({ line, field, code, params }: ProblemOf<Code>): string {
  return `line ${line}${field === '' ? '' : `, ${field}`}: ${SENTENCES[code](params)}`
}

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
