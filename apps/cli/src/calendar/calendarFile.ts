/** @file A calendar as a file, with the settings of each kind at its junctions: docs/calendar.md describes it. */
import { vietnamHolidays, weekRules } from '@greenwave/changes/calendar/presets'
import {
  type Calendar,
  type KindSets,
  parseCalendar,
  parseKinds,
  type RecordProblem,
} from '@greenwave/contract/records/calendars'
import { isPlainObject } from '@greenwave/contract/jsonValue'
import type { Finding } from '@greenwave/controller/checks/finding'
import { isTimingKey, kindFindings } from '@greenwave/changes/calendar/kindSettings'
import { describeFinding } from '@greenwave/controller/settingTable/describe'
import { type JsonPath, type JsonText, parseJsonText } from '@greenwave/transfer/jsonText'

const FORMAT = 'greenwave-calendar'
const VERSION = 1
const MOST_JUNCTIONS = 5000

/** A junction of a calendar. */
interface CalendarJunction {
  readonly name: string
  /** Its other shared attributes, beside which the settings of a kind are checked. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  readonly kinds: KindSets
}

/** A calendar that was read from a file. */
export interface CalendarFile {
  readonly calendar: Calendar
  readonly junctions: readonly CalendarJunction[]
}

/** A line about a file: an error refuses it, a warning does not. */
interface FileRemark {
  readonly level: Finding['level']
  readonly line: number
  /** Place, problem and fix. */
  readonly text: string
}

/** A file that was read, undefined where an error refuses it, and all remarks on it. */
interface ParsedCalendarFile {
  readonly file?: CalendarFile | undefined
  readonly remarks: readonly FileRemark[]
}

/** Parses the text of a file. */
export function parseCalendarFile(text: string): ParsedCalendarFile {
  const json = parseJsonText(text)
  if ('problem' in json) return { remarks: [{ level: 'error', line: json.line, text: json.problem }] }
  const { value } = json
  const error = remarksAt(json, 'error')
  const repeated = json.repeated.map(({ path, line }) => ({
    ...{ level: 'error' as const, line },
    text: `${nameOf(path)} is given twice: leave one out`,
  }))
  if (!isPlainObject(value) || value.format !== FORMAT || value.version !== VERSION) {
    const wanted = `give {"format": "${FORMAT}", "version": ${VERSION}, "calendar": {...}, "junctions": [...]}`
    return { remarks: [error([], { path: [], problem: `is no calendar: ${wanted}` })] }
  }
  const { calendar, junctions = [] } = value
  const parsed = parseCalendar(calendar)
  const remarks = [...repeated, ...(parsed.problems ?? []).map((problem) => error(['calendar'], problem))]
  if (!Array.isArray(junctions) || junctions.length > MOST_JUNCTIONS) {
    const problem = { path: [], problem: `has to be a list of at most ${MOST_JUNCTIONS} junctions` }
    return { remarks: [...remarks, error(['junctions'], problem)] }
  }
  const names = new Map<string, number>()
  const read = junctions.map((junction: unknown, nth) => parseJunction(json, junction, nth, names, parsed.record))
  remarks.push(...read.flatMap((one) => one.remarks))
  if (parsed.record) remarks.push(...unknownJunctions(parsed.record, names).map((problem) => error([], problem)))
  remarks.sort((a, b) => a.line - b.line)
  if (!parsed.record || remarks.some(({ level }) => level === 'error')) return { remarks }
  return { file: { calendar: parsed.record, junctions: read.flatMap(({ junction }) => junction ?? []) }, remarks }
}

interface ParsedJunction {
  readonly junction?: CalendarJunction
  readonly remarks: readonly FileRemark[]
}

function parseJunction(
  json: JsonText,
  value: unknown,
  nth: number,
  names: Map<string, number>,
  calendar: Calendar | undefined,
): ParsedJunction {
  const path: JsonPath = ['junctions', nth]
  const error = remarksAt(json, 'error')
  if (!isPlainObject(value) || typeof value.name !== 'string' || value.name === '') {
    const problem = 'has no name: give an object such as {"name": "TLC-0001", "kinds": {...}}'
    return { remarks: [error(path, { path: [], problem })] }
  }
  const { name, kinds: sets, settings } = value
  const earlier = names.get(name)
  names.set(name, nth)
  const again = { path: ['name'], problem: `is "${name}", as of junctions[${earlier}]: leave one out` }
  if (earlier !== undefined) return { remarks: [error(path, again)] }
  if (settings !== undefined && !isPlainObject(settings))
    return {
      remarks: [error([...path, 'settings'], { path: [], problem: 'has to be an object of shared attributes' })],
    }
  const parsed = parseKinds(sets)
  if (!parsed.record) return { remarks: parsed.problems.map((problem) => error([...path, 'kinds'], problem)) }
  const known = new Set(calendar?.kinds.map(({ id }) => id))
  const strange = Object.keys(parsed.record)
    .filter((kind) => calendar && !known.has(kind))
    .map((kind) => ({ path: [kind], problem: `is no kind of the calendar: give one of ${[...known].join(', ')}` }))
  const odd = Object.entries(parsed.record).flatMap(([kind, one]) =>
    Object.keys(one)
      .filter((key) => !isTimingKey(key))
      .map((key) => ({ path: [kind, key], problem: 'is not a setting of plans, programs or offsets: leave it out' })),
  )
  const found = Object.entries(parsed.record).flatMap(([kind, one]) =>
    kindFindings(one, settings ?? {}).map((finding) => {
      const { check, field, level } = finding
      const place = { path: [kind, field], problem: `(${check}): ${describeFinding(finding)}` }
      return remarksAt(json, level)([...path, 'kinds'], place)
    }),
  )
  const remarks = [...[...strange, ...odd].map((problem) => error([...path, 'kinds'], problem)), ...found]
  return { junction: { name, settings, kinds: parsed.record }, remarks }
}

function unknownJunctions({ rules }: Calendar, names: ReadonlyMap<string, number>): readonly RecordProblem[] {
  return rules.flatMap(({ junctions = [] }, nth) =>
    junctions.flatMap((name, place) =>
      names.has(name)
        ? []
        : [
            {
              path: ['calendar', 'rules', nth, 'junctions', place],
              problem: `is "${name}": no junction has this name`,
            },
          ],
    ),
  )
}

function remarksAt(json: JsonText, level: Finding['level']): (at: JsonPath, problem: RecordProblem) => FileRemark {
  return (at, { path, problem }) => {
    const place = [...at, ...path]
    return { level, line: json.lineOf(place), text: `${nameOf(place)} ${problem}` }
  }
}

function nameOf(path: JsonPath): string {
  if (path.length === 0) return 'the file'
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part.slice(0, 60)}`))
  return parts.join('').replace(/^\./, '')
}

/** Returns the text of a file: a calendar with presets, and no junctions yet. */
export function newCalendarFile(): string {
  const calendar: Calendar = {
    key: 'city',
    dayBegins: '03:00',
    kinds: [
      { id: 'working', name: 'Working day', color: 'grey' },
      { id: 'saturday', name: 'Saturday', color: 'blue' },
      { id: 'sunday', name: 'Sunday', color: 'indigo' },
      { id: 'holiday', name: 'Holiday', color: 'amber' },
      { id: 'tet', name: 'Tết', color: 'red' },
    ],
    rules: [
      ...vietnamHolidays({ holiday: 'holiday', tet: 'tet' }),
      ...weekRules({ working: 'working', saturday: 'saturday', sunday: 'sunday' }),
    ],
  }
  return writeCalendarFile({ calendar, junctions: [] })
}

/** Returns the text of a file. */
export function writeCalendarFile({ calendar, junctions }: CalendarFile): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, calendar, junctions }, null, 2)}\n`
}
