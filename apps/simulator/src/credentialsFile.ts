/** @file Reads the controllers of a fleet from a file. */
import { counted } from '@greenwave/contract/text'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { type DisplayStyle, type GreenLimits, parseDisplayStyle } from '@greenwave/controller/display'
import { ABILITIES } from '@greenwave/controller/settingTable/table'
import { type Fault, FaultError, parseFault } from '@greenwave/controller/virtual/faults'
import { ACTUATED_FORM, DISPLAY_FORM, parseActuated } from '@greenwave/controller/virtual/signalHeads'

/** The credentials of a controller, with its faults and abilities. */
export interface ControllerLogin {
  /** A name for people; default: the client id, or else the user name. */
  readonly name: string
  readonly clientId?: string | undefined
  readonly userName?: string | undefined
  readonly password?: string | undefined
  readonly faults?: readonly Fault[] | undefined
  /** Abilities that not all controllers have (R19): names of `ABILITIES`; default: all. */
  readonly abilities?: readonly string[] | undefined
  /** Default: every second is counted. */
  readonly display?: DisplayStyle | undefined
  /** Default: fixed control. */
  readonly actuated?: GreenLimits | undefined
  /** Shared attributes in its own memory at power-on; undefined: it waits for the platform's. */
  readonly settings?: AttributeValues | undefined
  /** Line in the file, from 1; undefined when the controller is from no file. */
  readonly line?: number | undefined
}

/** Thrown for a credentials file that cannot be used; the message names the line and what to do. */
export class CredentialsError extends Error {}

/** The format of a credentials file, for `--help`. */
export const CREDENTIALS_HELP = `A credentials file has one controller a line, in one of two forms (UTF-8; empty lines and lines with # are skipped):
  JSON  {"name": "TLC-0001", "clientId": "tlc-0001", "userName": "tlc-0001", "password": "secret", "faults": ["silent"]}
  CSV   a first line with the names of the columns, then one line each:
        name,clientId,userName,password,faults
        TLC-0001,tlc-0001,tlc-0001,secret,silent clock-drift:2
A clientId or a userName is needed (an access token goes into userName); everything else may be left out. "settings" holds what a
controller has in its own memory at power-on, such as {"Mode": 4, "Vang": 3}; the platform's settings take its place, but for one that
ignores them. "abilities" names the abilities that some controllers lack (${ABILITIES.join(', ')}). Without it a
controller has all of them, with none it has no such ability. "display" is ${DISPLAY_FORM}, "actuated" the
${ACTUATED_FORM}.`

/** The text for an empty list of abilities. */
const NO_ABILITY = 'none'

const FIELDS = [
  'name',
  'clientId',
  'userName',
  'password',
  'faults',
  'abilities',
  'display',
  'actuated',
  'settings',
] as const
type Field = (typeof FIELDS)[number]
type Fields = Partial<Record<Field, string>>

/** Returns the controllers of a credentials file. @throws {CredentialsError} */
export function parseCredentials(content: string): ControllerLogin[] {
  const lines = content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((text, index) => ({ number: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'))
  const first = lines[0]
  if (!first) throw new CredentialsError('is empty: one line for each controller is needed')
  const isJson = first.text.startsWith('{')
  const columns = isJson ? [] : columnsOf(first)
  const logins = new Map<string, { line: number; login: ControllerLogin }>()
  for (const { number: line, text } of isJson ? lines : lines.slice(1)) {
    const login = toLogin(line, isJson ? jsonFields(line, text) : csvFields(line, text, columns))
    // Two controllers with the same login would disconnect each other for ever.
    const key = JSON.stringify([login.clientId, login.userName])
    const other = logins.get(key)
    if (other) throw new CredentialsError(`line ${line}: signs in as line ${other.line} does; each needs its own login`)
    logins.set(key, { line, login })
  }
  if (logins.size === 0) throw new CredentialsError(`line ${first.number}: no controller follows the column names`)
  return [...logins.values()].map(({ login }) => login)
}

function jsonFields(line: number, text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CredentialsError(`line ${line}: is no JSON (${error instanceof Error ? error.message : String(error)})`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CredentialsError(`line ${line}: give an object such as {"userName": "tlc-0001", "password": "secret"}`)
  }
  const fields: Fields = {}
  for (const [key, member] of Object.entries(value)) {
    const field = fieldOf(line, key)
    if (member === null) continue
    const text = textOf(field, member)
    if (text === undefined) {
      throw new CredentialsError(`line ${line}: ${key} is ${JSON.stringify(member)}: give a text`)
    }
    fields[field] = text
  }
  return fields
}

/** Returns a member of a JSON line as it would be in a CSV cell. */
function textOf(field: Field, member: unknown): string | undefined {
  if (field === 'faults' && Array.isArray(member)) return member.join(' ')
  if (field === 'abilities' && Array.isArray(member)) return member.length === 0 ? NO_ABILITY : member.join(' ')
  if (field === 'settings') return JSON.stringify(member)
  return typeof member === 'string' ? member : undefined
}

function columnsOf(header: { number: number; text: string }): readonly Field[] {
  return splitCsv(header.number, header.text).map((name) => fieldOf(header.number, name.trim()))
}

function csvFields(line: number, text: string, columns: readonly Field[]): Fields {
  const cells = splitCsv(line, text)
  if (cells.length !== columns.length) {
    throw new CredentialsError(
      `line ${line}: has ${counted(cells.length, 'value', 'values')} for ${counted(columns.length, 'column', 'columns')}`,
    )
  }
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
}

/** Returns the cells of a CSV line. A cell in double quotes may contain commas, and doubled quotes for quotes. */
function splitCsv(line: number, text: string): string[] {
  const cells: string[] = []
  let rest = text
  for (;;) {
    const cell = rest.startsWith('"') ? /^"((?:[^"]|"")*)"\s*(,|$)/.exec(rest) : /^([^,]*)(,|$)/.exec(rest)
    if (!cell) throw new CredentialsError(`line ${line}: a quote is not closed`)
    cells.push((cell[1] ?? '').replaceAll('""', '"'))
    if (cell[2] === '') return cells
    rest = rest.slice(cell[0].length)
  }
}

function fieldOf(line: number, name: string): Field {
  const field = FIELDS.find((known) => known === name)
  if (field) return field
  throw new CredentialsError(`line ${line}: "${name}" is not known: the names are ${FIELDS.join(', ')}`)
}

function toLogin(line: number, fields: Fields): ControllerLogin {
  const clientId = fields.clientId || undefined
  const userName = fields.userName || undefined
  const name = fields.name || clientId || userName
  if (!name || (!clientId && !userName)) throw new CredentialsError(`line ${line}: give a clientId or a userName`)
  return {
    name,
    clientId,
    userName,
    password: fields.password || undefined,
    faults: faultsOf(line, fields.faults ?? ''),
    abilities: abilitiesOf(line, fields.abilities),
    display: parsedOrRefused(line, 'display', fields.display, parseDisplayStyle, DISPLAY_FORM),
    actuated: parsedOrRefused(line, 'actuated', fields.actuated, parseActuated, ACTUATED_FORM),
    settings: settingsOf(line, fields.settings ?? ''),
    line,
  }
}

function settingsOf(line: number, text: string): AttributeValues | undefined {
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (isAttributes(value)) return value
  throw new CredentialsError(`line ${line}: settings is ${text}: give an object such as {"Mode": 4, "Vang": 3}`)
}

function isAttributes(value: unknown): value is AttributeValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function abilitiesOf(line: number, text = ''): readonly string[] | undefined {
  try {
    return text.trim() === '' ? undefined : parseAbilities(text)
  } catch (error) {
    throw new CredentialsError(`line ${line}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns the value of a field, undefined for an empty one. @throws {CredentialsError} */
function parsedOrRefused<T>(
  line: number,
  field: Field,
  text: string | undefined,
  parse: (text: string) => T | undefined,
  form: string,
): T | undefined {
  if (!text) return undefined
  const value = parse(text)
  if (value === undefined) throw new CredentialsError(`line ${line}: ${field} is "${text}": give ${form}`)
  return value
}

/** Returns the abilities in a text, separated by spaces. Throws an Error that names the known ones. */
export function parseAbilities(text: string): readonly string[] {
  const names = text.trim().split(/\s+/)
  const unknown = names.find((name) => name !== NO_ABILITY && !ABILITIES.some((known) => known === name))
  if (unknown === undefined) return names.filter((name) => name !== NO_ABILITY)
  throw new Error(`ability "${unknown}": give some of ${ABILITIES.join(', ')}, or ${NO_ABILITY}`)
}

function faultsOf(line: number, text: string): readonly Fault[] {
  try {
    return text.split(/\s+/).filter(Boolean).map(parseFault)
  } catch (error) {
    if (error instanceof FaultError) throw new CredentialsError(`line ${line}: ${error.message}`)
    throw error
  }
}
