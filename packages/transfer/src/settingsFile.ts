/**
 * @file Settings of junctions as files. JSON has one junction a line; CSV has one junction a line and one column a
 * setting. docs/transfer.md describes both.
 */

import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { parseNumber } from '@greenwave/controller/integer'
import { isoTime } from '@greenwave/controller/isoTime'
import { checkValue } from '@greenwave/controller/settingTable/ranges'
import { COMMON_SETTINGS, SETTINGS } from '@greenwave/controller/settingTable/table'
import { type CsvTable, parseCsvTable } from './csvTable.ts'
import { type FileProblem, MOST_ENTRIES, MOST_UNKNOWN, problemAt, textProblem } from './fileProblem.ts'
import { type JsonPath, type JsonText, parseJsonText } from './jsonText.ts'

/** The kinds of files. */
export const SETTINGS_FORMATS = ['json', 'csv'] as const
export type SettingsFormat = (typeof SETTINGS_FORMATS)[number]

/** The settings of a junction, as they are in a file. */
export interface JunctionSettings {
  /** The name of the device, by which it is found. */
  readonly name: string
  /** For people only. */
  readonly label: string
  /** By attribute key. What is missing is left as it is. */
  readonly settings: AttributeSet
}

/** A junction that was read from a file, with its line. */
export interface ParsedJunction extends JunctionSettings {
  readonly line: number
}

/** Settings of a file. Entries with a problem are left out. */
export interface ParsedSettings {
  readonly junctions: readonly ParsedJunction[]
  readonly problems: readonly FileProblem[]
}

/** The member `format` of a JSON file of settings. */
export const SETTINGS_FILE_FORMAT = 'greenwave-settings'
const VERSION = 1
const NAME = 'name'
const LABEL = 'label'
const KEYS: readonly string[] = SETTINGS.flatMap(({ keyNames }) => keyNames)
const KNOWN = new Set(KEYS)
const KNOWN_WORDS = `${NAME}, ${LABEL}, ${COMMON_SETTINGS.flatMap(({ keyNames }) => keyNames.slice(0, 1)).join(', ')} ...`

/** Returns the text of a file. @param exportedAt epoch milliseconds */
export function writeSettingsFile(
  junctions: readonly JunctionSettings[],
  format: SettingsFormat,
  exportedAt: number,
): string {
  if (format === 'csv') return csvOf(junctions)
  const lines = junctions.map(({ name, label, settings }) => `  ${JSON.stringify({ name, label, settings })}`)
  const head = { format: SETTINGS_FILE_FORMAT, version: VERSION, exportedAt: isoTime(exportedAt) }
  return `${JSON.stringify(head).slice(0, -1)},"junctions":[\n${lines.join(',\n')}\n]}\n`
}

function csvOf(junctions: readonly JunctionSettings[]): string {
  const used = new Set(junctions.flatMap(({ settings }) => Object.keys(settings)))
  const keys = KEYS.filter((key) => used.has(key))
  const rows = junctions.map(({ name, label, settings }) =>
    csvLine([name, label, ...keys.map((key) => cellOf(settings[key]))]),
  )
  return `${BYTE_ORDER_MARK}${csvLine([NAME, LABEL, ...keys])}${rows.join('')}`
}

function cellOf(value: unknown): string | number {
  if (value === undefined || value === null) return ''
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}

/** Parses a file of either kind. Each value out of its range, and whatever else is wrong, is a problem with its line. */
export function parseSettingsFile(text: string): ParsedSettings {
  const unfit = textProblem(text)
  if (unfit) return { junctions: [], problems: [unfit] }
  const isJson = /^\uFEFF?\s*[[{]/.test(text)
  const { junctions, problems } = isJson
    ? parseSettingsJson(text.replace(BYTE_ORDER_MARK, ''))
    : parseTable(parseCsvTable(text))
  const lines = new Map<string, number>()
  const repeated: FileProblem[] = []
  const once = junctions.filter(({ name, line }) => {
    const earlier = lines.get(name)
    if (earlier !== undefined) repeated.push(problemAt(line, NAME, 'repeatedName', { name, line: earlier }))
    else lines.set(name, line)
    return earlier === undefined
  })
  const all = [...problems, ...repeated].sort((a, b) => a.line - b.line)
  return { junctions: once, problems: all }
}

function parseTable({ columns, rows, problems }: CsvTable): ParsedSettings {
  if (columns.length === 0) return { junctions: [], problems }
  const unknown = columns
    .filter((column) => column !== NAME && column !== LABEL && !KNOWN.has(column))
    .slice(0, MOST_UNKNOWN)
  const heads = unknown.map((column) => problemAt(1, column, 'unknownField', { known: KNOWN_WORDS }))
  if (!columns.includes(NAME)) return { junctions: [], problems: [problemAt(1, NAME, 'columnMissing', {}), ...heads] }
  const read = rows.map(({ line, cells }) => {
    const settings = [...cells].filter(([key]) => KNOWN.has(key))
    return junctionOf(line, cells.get(NAME) ?? '', cells.get(LABEL) ?? '', settings)
  })
  return joined(read, [...heads, ...problems])
}

interface ReadOne {
  readonly junction: ParsedJunction
  readonly problems: readonly FileProblem[]
}

function joined(read: readonly ReadOne[], problems: readonly FileProblem[]): ParsedSettings {
  const sound = read.filter((one) => one.problems.length === 0).map(({ junction }) => junction)
  return { junctions: sound, problems: [...problems, ...read.flatMap((one) => one.problems)] }
}

function junctionOf(
  line: number,
  name: string,
  label: string,
  values: readonly (readonly [string, unknown])[],
): ReadOne {
  const problems: FileProblem[] = name === '' ? [problemAt(line, NAME, 'valueMissing', {})] : []
  const settings = values.map(([key, value]) => {
    const finding = checkValue(key, value)
    if (finding) problems.push(problemAt(line, key, 'value', { finding }))
    return [key, parseNumber(value) ?? 0] as const
  })
  return { junction: { line, name, label, settings: Object.fromEntries(settings) }, problems }
}

const WANTED = `{"format": "${SETTINGS_FILE_FORMAT}", "version": ${VERSION}, "junctions": [{"name": "...", "settings": {...}}]}`

function parseSettingsJson(text: string): ParsedSettings {
  const parsed = parseJsonText(text)
  if ('problem' in parsed) {
    return { junctions: [], problems: [problemAt(parsed.line, '', 'notReadable', { problem: parsed.problem })] }
  }
  const twice = parsed.repeated
    .slice(0, MOST_UNKNOWN)
    .map(({ path, line }) => problemAt(line, String(path.at(-1)), 'repeatedField', {}))
  const other = (path: JsonPath, wanted: string) =>
    problemAt(parsed.lineOf(path), String(path.at(-1) ?? ''), 'otherFormat', { wanted })
  const { value } = parsed
  const isOurs = isObject(value) && value.format === SETTINGS_FILE_FORMAT && value.version === VERSION
  if (!isOurs) return { junctions: [], problems: [other([], WANTED)] }
  if (!Array.isArray(value.junctions)) return { junctions: [], problems: [other(['junctions'], '"junctions": [...]')] }
  if (value.junctions.length > MOST_ENTRIES) {
    return { junctions: [], problems: [problemAt(1, 'junctions', 'tooMany', { entries: MOST_ENTRIES })] }
  }
  const read = value.junctions.map((junction: unknown, nth) => parseJunction(parsed, ['junctions', nth], junction))
  return joined(read, twice)
}

function parseJunction(text: JsonText, path: JsonPath, value: unknown): ReadOne {
  const line = text.lineOf(path)
  const nothing = { line, name: '', label: '', settings: {} }
  const refused = (field: string, wanted: string): ReadOne => ({
    junction: nothing,
    problems: [problemAt(text.lineOf([...path, field]), field, 'otherFormat', { wanted })],
  })
  if (!isObject(value)) return refused('', '{"name": "...", "settings": {...}}')
  const { name, label = '', settings } = value
  if (typeof name !== 'string') return refused(NAME, '"name": "TLC-0001"')
  if (!isObject(settings)) return refused('settings', '"settings": {"Vang": 3, ...}')
  const entries = Object.entries(settings)
  // Looking for the line of each of a hundred thousand would take hours.
  const strange = entries.filter(([key]) => !KNOWN.has(key)).slice(0, MOST_UNKNOWN)
  const unknown = strange.map(([key]) =>
    problemAt(text.lineOf([...path, 'settings', key]), key, 'unknownField', { known: KNOWN_WORDS }),
  )
  const values = entries.filter(([key, one]) => KNOWN.has(key) && one !== null)
  const { junction, problems } = junctionOf(line, name.trim(), typeof label === 'string' ? label : '', values)
  return { junction, problems: [...unknown, ...problems] }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
