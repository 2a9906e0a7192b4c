/**
 * @file Files of settings as systemd reads them (`EnvironmentFile=` in systemd.exec(5)), edited in place. What is
 * written here means the same to systemd, to Node's `--env-file` and to a shell.
 */
import { parseEnv } from 'node:util'

/** Assignment of a variable, with its place in the file: from its name up to the line break after its value. */
export interface Assignment {
  readonly name: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Thrown for a value or a file that cannot be written safely; the message states what to do. */
export class UnwritableSettings extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnwritableSettings'
  }
}

/** Most characters of one value. */
const MOST_VALUE_CHARACTERS = 4096

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const NEWLINE = /[\n\r]/
const SPACE = /[ \t\n\r]/
/** Characters that a backslash protects between double quotes. */
const ESCAPABLE = /["\\`$]/
/** Characters that no shell and no reader of such files gives a meaning. */
const PLAIN = /^[\w@%+=:,./-]*$/

type State = 'beforeName' | 'comment' | 'name' | 'beforeValue' | 'value' | 'single' | 'double'

/**
 * Parses a file of settings; later assignments of a name win.
 *
 * @param commentsContinue whether a comment that ends with a backslash goes on in the next line, as before systemd 254
 */
export function parseEnvironmentFile(text: string, commentsContinue = false): readonly Assignment[] {
  const found: Assignment[] = []
  let state = 'beforeName' as State
  let [start, name, value, keptLength] = [0, '', '', 0]
  const finish = (end: number): void => {
    if (NAME.test(name)) found.push({ name, value: state === 'value' ? value.slice(0, keptLength) : value, start, end })
    state = 'beforeName'
  }
  /** Adds to an unquoted value. Spaces at its end are not part of it, unless a backslash is before them. */
  const add = (character: string, isKept: boolean): void => {
    state = 'value'
    value += character
    if (isKept) keptLength = value.length
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    const next = text[at + 1] ?? ''
    const isEscape = character === '\\'
    switch (state) {
      case 'beforeName':
        if (SPACE.test(character)) break
        state = character === '#' || character === ';' ? 'comment' : 'name'
        start = at
        name = character
        break
      case 'comment':
        if (isEscape && commentsContinue) at += 1
        else if (NEWLINE.test(character)) state = 'beforeName'
        break
      case 'name':
        if (NEWLINE.test(character)) state = 'beforeName'
        else if (character === '=') {
          state = 'beforeValue'
          name = name.trimEnd()
          value = ''
          keptLength = 0
        } else name += character
        break
      case 'beforeValue':
      case 'value':
        if (NEWLINE.test(character)) finish(at)
        else if (isEscape) {
          at += 1
          add(NEWLINE.test(next) ? '' : next, true)
        } else if (state === 'value') add(character, !SPACE.test(character))
        else if (character === "'") state = 'single'
        else if (character === '"') state = 'double'
        else if (!SPACE.test(character)) add(character, true)
        break
      case 'single':
        if (character === "'") state = 'beforeValue'
        else value += character
        break
      case 'double':
        if (character === '"') state = 'beforeValue'
        else if (isEscape) {
          at += 1
          if (next !== '\n') value += ESCAPABLE.test(next) ? next : `\\${next}`
        } else value += character
    }
  }
  if (state !== 'beforeName' && state !== 'comment' && state !== 'name') finish(text.length)
  return found
}

/** Returns the variables that a file sets. */
export function variablesOf(text: string, commentsContinue = false): Readonly<Record<string, string>> {
  return Object.fromEntries(parseEnvironmentFile(text, commentsContinue).map(({ name, value }) => [name, value]))
}

/** Formats an assignment that all readers read alike. @throws {UnwritableSettings} for a value without such a form */
export function formatAssignment(name: string, value: string): string {
  if (!NAME.test(name)) throw new UnwritableSettings(`${JSON.stringify(name)} is not the name of a setting`)
  if (value.length > MOST_VALUE_CHARACTERS) {
    throw new UnwritableSettings(`${name} is too long: give at most ${MOST_VALUE_CHARACTERS} characters`)
  }
  if (/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(value)) {
    throw new UnwritableSettings(`${name} holds a line break or another character that cannot be shown: leave it out`)
  }
  if (PLAIN.test(value)) return `${name}=${value}`
  if (!value.includes("'")) return `${name}='${value}'`
  if (!ESCAPABLE.test(value)) return `${name}="${value}"`
  throw new UnwritableSettings(
    `${name} holds a ' together with one of " $ \` \\: leave one of them out, or in an address write %27 for '`,
  )
}

/**
 * Sets variables in the text of a file, and changes nothing else: an assignment is replaced where it is, a commented one
 * (`#NAME=…`) becomes one, and others follow at the end. An empty value counts as not set.
 * @throws {UnwritableSettings} for a value without a safe form, and for a file whose readers would not agree
 */
export function editEnvironmentFile(text: string, changes: Readonly<Record<string, string>>): string {
  let edited = text
  for (const [name, value] of Object.entries(changes)) edited = setVariable(edited, name, formatAssignment(name, value))
  const node = parseEnv(edited)
  for (const commentsContinue of [false, true]) {
    const wanted = { ...variablesOf(text, commentsContinue), ...changes }
    const read = variablesOf(edited, commentsContinue)
    const names = new Set([...Object.keys(wanted), ...Object.keys(read)])
    for (const name of names) {
      const isRead = read[name] === wanted[name] && (changes[name] === undefined || node[name] === changes[name])
      if (isRead) continue
      throw new UnwritableSettings(
        `${name} cannot be written safely: see that each quote in the file is closed, and no comment ends with a backslash`,
      )
    }
  }
  return edited
}

function setVariable(text: string, name: string, assignment: string): string {
  const places = parseEnvironmentFile(text, true).filter((found) => found.name === name)
  const last = places.pop()
  if (last !== undefined) {
    let edited = text.slice(0, last.start) + assignment + text.slice(last.end)
    for (const { start, end } of places.toReversed()) edited = edited.slice(0, start) + edited.slice(end + 1)
    return edited
  }
  const example = new RegExp(`^#${name}=.*$`, 'm').exec(text)
  if (example) return text.slice(0, example.index) + assignment + text.slice(example.index + example[0].length)
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${assignment}\n`
}
