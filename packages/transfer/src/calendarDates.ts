/**
 * @file Dates of a calendar as files: lists of days as CSV or iCalendar (RFC 5545) become rules, and the days of a year
 * become iCalendar. Recurrences are expanded, since in iCalendar nothing recurs by the lunisolar calendar.
 */
import { dateOfDay, dayOfDate, daysOfYear } from '@greenwave/changes/calendar/dates'
import { ruleOn } from '@greenwave/changes/calendar/rules'
import {
  type Calendar,
  type CalendarRule,
  isCalendarDate,
  MOST_CALENDAR_RULES,
} from '@greenwave/contract/records/calendars'
import { timeZone } from '@greenwave/controller/timeZone'
import ICAL from 'ical.js'
import { parseCsvTable } from './csvTable.ts'
import { type FileProblem, problemAt, textProblem } from './fileProblem.ts'

/** What dates are read for. */
interface DatesFor {
  readonly kinds: Calendar['kinds']
  /** Id of the kind of dates that state none. */
  readonly kind?: string | undefined
  /** Years in which recurring events are expanded, both included. */
  readonly years: { readonly from: number; readonly until: number }
}

/** Rules of a file, in its order. Entries with a problem are left out. */
interface ParsedDates {
  readonly rules: readonly CalendarRule[]
  readonly problems: readonly FileProblem[]
}

/** Most days of one event that recurs. */
const MOST_OCCURRENCES = 1000
const LONGEST_RULE_NAME = 100
const COLUMNS = ['date', 'from', 'until', 'kind', 'name']

/** Parses a file of dates. Each entry that cannot be used is a problem with its line. */
export function parseCalendarDates(text: string, options: DatesFor): ParsedDates {
  const unfit = textProblem(text)
  if (unfit) return { rules: [], problems: [unfit] }
  const { rules, problems } = /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)
    ? parseEvents(text, options)
    : parseTable(text, options)
  if (rules.length <= MOST_CALENDAR_RULES) return { rules, problems }
  return { rules: [], problems: [...problems, problemAt(1, '', 'tooMany', { entries: MOST_CALENDAR_RULES })] }
}

/** Days of an entry, both included, and its texts. */
interface Entry {
  readonly line: number
  readonly from: number
  readonly until: number
  readonly kind: string | undefined
  readonly name: string
}

function ruleOf({ from, until, name }: Entry, kind: string): CalendarRule {
  const label = name === '' ? {} : { name: name.slice(0, LONGEST_RULE_NAME) }
  if (from === until) return { on: 'date', date: dateOfDay(from), kind, ...label }
  return { on: 'span', from: dateOfDay(from), until: dateOfDay(until), kind, ...label }
}

/** Returns the rule of an entry, or why there is none. */
function ruleOrProblem(entry: Entry, { kinds, kind }: DatesFor): CalendarRule | FileProblem {
  const stated = entry.kind?.toLowerCase()
  const known = kinds.find(({ id, name }) => stated === id || stated === name.toLowerCase())
  const id = known?.id ?? (stated === undefined ? kind : undefined)
  if (id !== undefined) return ruleOf(entry, id)
  if (stated === undefined) return problemAt(entry.line, 'kind', 'valueMissing', {})
  const names = kinds.map((one) => one.id).join(', ')
  return problemAt(entry.line, 'kind', 'unknownKind', { value: entry.kind ?? '', known: names })
}

function joined(found: readonly (CalendarRule | FileProblem)[]): ParsedDates {
  const isRule = (one: CalendarRule | FileProblem): one is CalendarRule => !('code' in one)
  return { rules: found.filter(isRule), problems: found.flatMap((one) => (isRule(one) ? [] : one)) }
}

function parseTable(text: string, options: DatesFor): ParsedDates {
  const { columns, rows, problems } = parseCsvTable(text)
  if (columns.length === 0) return { rules: [], problems }
  const heads: FileProblem[] = columns
    .filter((column) => !COLUMNS.includes(column))
    .map((column) => problemAt(1, column, 'unknownField', { known: COLUMNS.join(', ') }))
  if (!columns.includes('date') && !columns.includes('from')) heads.push(problemAt(1, 'date', 'columnMissing', {}))
  if (heads.length > 0) return { rules: [], problems: heads }
  const read = rows.map(({ line, cells }): CalendarRule | FileProblem => {
    const first = cells.has('date') ? 'date' : 'from'
    const from = cells.get(first)
    if (from === undefined) return problemAt(line, first, 'valueMissing', {})
    const until = cells.get('until') ?? from
    if (!isCalendarDate(from)) return problemAt(line, first, 'notADate', { value: from })
    if (!isCalendarDate(until)) return problemAt(line, 'until', 'notADate', { value: until })
    if (until < from) return problemAt(line, 'until', 'endsBefore', { from, until })
    const entry = { line, from: dayOfDate(from), until: dayOfDate(until), kind: cells.get('kind') }
    return ruleOrProblem({ ...entry, name: cells.get('name') ?? '' }, options)
  })
  const { rules, problems: wrong } = joined(read)
  return { rules, problems: [...problems, ...wrong].sort((a, b) => a.line - b.line) }
}

function parseEvents(text: string, options: DatesFor): ParsedDates {
  const lines = text.split(/\r\n|\n|\r/)
  const blocks: { readonly line: number; readonly text: string }[] = []
  let start = -1
  for (const [nth, line] of lines.entries()) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) start = nth
    if (start === -1 || !/^END:VEVENT\s*$/i.test(line)) continue
    blocks.push({ line: start + 1, text: lines.slice(start, nth + 1).join('\r\n') })
    start = -1
  }
  const cut = start === -1 ? [] : [problemAt(start + 1, '', 'notReadable', { problem: 'has no END:VEVENT' })]
  if (blocks.length + cut.length === 0) cut.push(problemAt(1, '', 'notReadable', { problem: 'has no events' }))
  const { rules, problems } = joined(blocks.flatMap((block) => rulesOfEvent(block, options)))
  return { rules, problems: [...problems, ...cut] }
}

function rulesOfEvent(
  block: { line: number; text: string },
  options: DatesFor,
): readonly (CalendarRule | FileProblem)[] {
  try {
    const parsed = ICAL.parse(`BEGIN:VCALENDAR\r\n${block.text}\r\nEND:VCALENDAR`)
    const component = new ICAL.Component(parsed).getFirstSubcomponent('vevent')
    if (!component) return [problemAt(block.line, '', 'notReadable', { problem: 'is no event' })]
    return eventRules(component, block.line, options)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return [problemAt(block.line, '', 'notReadable', { problem: `is no event: ${problem}` })]
  }
}

function eventRules(
  component: InstanceType<typeof ICAL.Component>,
  line: number,
  options: DatesFor,
): readonly (CalendarRule | FileProblem)[] {
  const event = new ICAL.Event(component)
  if (component.getFirstPropertyValue('status') === 'CANCELLED') return []
  if (!component.hasProperty('dtstart')) return [problemAt(line, 'DTSTART', 'valueMissing', {})]
  const first = dayOf(event.startDate)
  const days = Math.max(0, lastDayOf(event.startDate, event.endDate) - first)
  const categories = component.getAllProperties('categories').flatMap((one) => one.getValues().map(String))
  const isKind = (text: string) =>
    options.kinds.some(({ id, name }) => [id, name.toLowerCase()].includes(text.toLowerCase()))
  // Calendars have categories of their own; without one of ours the given kind counts.
  const kind = categories.find(isKind) ?? (options.kind === undefined ? categories[0] : undefined)
  const entry = { line, kind, name: event.summary ?? '' }
  if (!event.isRecurring()) return [dated({ ...entry, from: first, until: first + days }, options)]
  const starts = new Set<number>()
  const iterator = event.iterator()
  for (let count = 0; count < MOST_OCCURRENCES; count += 1) {
    const next = iterator.next() as InstanceType<typeof ICAL.Time> | null
    if (!next || next.year > options.years.until) break
    if (next.year >= options.years.from) starts.add(dayOf(next))
  }
  return [...starts].map((from) => dated({ ...entry, from, until: from + days }, options))
}

function dated(entry: Entry, options: DatesFor): CalendarRule | FileProblem {
  const odd = [entry.from, entry.until].map(dateOfDay).find((date) => !isCalendarDate(date))
  return odd === undefined
    ? ruleOrProblem(entry, options)
    : problemAt(entry.line, 'DTSTART', 'notADate', { value: odd })
}

/** Returns the local day of a time; a time of another zone than UTC is local already. */
function dayOf(time: InstanceType<typeof ICAL.Time>): number {
  if (time.isDate || time.zone !== ICAL.Timezone.utcTimezone)
    return Date.UTC(time.year, time.month - 1, time.day) / 86_400_000
  const ms = time.toUnixTime() * 1000
  return Math.floor((ms + timeZone().aheadMs(ms)) / 86_400_000)
}

/** Returns the last day of an event. Its end is excluded. */
function lastDayOf(start: InstanceType<typeof ICAL.Time>, end: InstanceType<typeof ICAL.Time>): number {
  const isAtMidnight = end.isDate || (end.hour === 0 && end.minute === 0 && end.second === 0)
  return isAtMidnight && end.compare(start) > 0 ? dayOf(end) - 1 : dayOf(end)
}

/** Returns the days of a year as iCalendar: one event for all days in a row under one rule. */
export function writeCalendarDates(calendar: Calendar, year: number): string {
  const nameOf = (kind: string) => calendar.kinds.find(({ id }) => id === kind)?.name ?? kind
  const runs: { readonly rule: CalendarRule; readonly from: number; until: number }[] = []
  for (const day of daysOfYear(year)) {
    const rule = ruleOn(calendar, day)
    const last = runs.at(-1)
    if (last && last.rule === rule && last.until === day - 1) last.until = day
    else if (rule) runs.push({ rule, from: day, until: day })
  }
  const vcalendar = new ICAL.Component(['vcalendar', [], []])
  vcalendar.updatePropertyWithValue('version', '2.0')
  vcalendar.updatePropertyWithValue('prodid', '-//Greenwave//Calendar//EN')
  for (const { rule, from, until } of runs) {
    const event = new ICAL.Component('vevent')
    const name = nameOf(rule.kind)
    const dateOf = (day: number) => ICAL.Time.fromDateString(dateOfDay(day))
    event.addPropertyWithValue('uid', `${dateOfDay(from)}-${rule.kind}@greenwave`)
    event.addPropertyWithValue('dtstamp', ICAL.Time.fromDateTimeString(`${dateOfDay(from)}T00:00:00Z`))
    event.addPropertyWithValue('dtstart', dateOf(from))
    event.addPropertyWithValue('dtend', dateOf(until + 1))
    event.addPropertyWithValue('summary', rule.name && rule.name !== name ? `${name}: ${rule.name}` : name)
    event.addPropertyWithValue('categories', rule.kind)
    event.addPropertyWithValue('transp', 'TRANSPARENT')
    vcalendar.addSubcomponent(event)
  }
  return `${vcalendar.toString()}\r\n`
}
