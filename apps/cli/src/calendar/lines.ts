/** Lines about a calendar, for a terminal. */
import { dateOfDay, dayOfMonth, daysOfYear, formatLocalMinute, weekdayOf } from '@greenwave/changes/calendar/dates'
import { lunarDateOf } from '@greenwave/changes/calendar/lunarDate'
import { type ForgottenDay, ruleOn } from '@greenwave/changes/calendar/rules'
import { sendingsOf } from '@greenwave/changes/calendar/sending'
import { counted } from '@greenwave/contract/text'
import type { Calendar, CalendarRule } from '@greenwave/contract/records/calendars'
import type { CalendarFile } from './calendarFile.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const CELL = 10

/** Returns a year by kind: legend, rules, and a table of each month with lunar dates. */
export function yearLines(calendar: Calendar, year: number): readonly string[] {
  const days = daysOfYear(year)
  const rules = new Map(days.map((day) => [day, ruleOn(calendar, day)]))
  const marks = marksOf(calendar)
  const countOf = (matches: (rule: CalendarRule | undefined) => boolean) =>
    counted(days.filter((day) => matches(rules.get(day))).length, 'day', 'days')
  const legend = calendar.kinds.map(
    ({ id, name }) => `  ${marks.get(id)}  ${name}: ${countOf((rule) => rule?.kind === id)}`,
  )
  const inOrder = calendar.rules.map(
    (rule, nth) => `  ${nth + 1}. ${ruleText(rule)}: ${countOf((found) => found === rule)}`,
  )
  const months = Array.from({ length: 12 }, (_, nth) => monthLines(year, nth + 1, rules, marks))
  return [
    `${year}, days begin at ${calendar.dayBegins}`,
    ...legend,
    `  .  no rule: ${countOf((rule) => rule === undefined)}`,
    '',
    'Rules, the first that matches',
    ...inOrder,
    ...months.flat(),
  ]
}

/** A letter for each kind, of its id where that is free. */
function marksOf({ kinds }: Calendar): ReadonlyMap<string, string> {
  const marks = new Map<string, string>()
  const used = new Set<string>()
  for (const { id } of kinds) {
    const mark =
      `${id}abcdefghijklmnopqrstuvwxyz`.split('').find((letter) => /\w/.test(letter) && !used.has(letter)) ?? '?'
    used.add(mark)
    marks.set(id, mark)
  }
  return marks
}

function monthLines(
  year: number,
  month: number,
  rules: ReadonlyMap<number, CalendarRule | undefined>,
  marks: ReadonlyMap<string, string>,
): readonly string[] {
  const [first, last] = [dayOfMonth(year, month, 1), dayOfMonth(year, month, 31)]
  const monday = first - weekdayOf(first) + 1
  const weeks = Array.from({ length: Math.ceil((last - monday + 1) / 7) }, (_, nth) => monday + nth * 7)
  const cell = (day: number) => {
    if (day < first || day > last) return ''
    const kind = rules.get(day)?.kind
    return `${day - first + 1}${(kind && marks.get(kind)) ?? '.'} ${lunarText(day, day === first)}`
  }
  const row = (cells: readonly string[]) =>
    cells
      .map((one) => one.padEnd(CELL))
      .join('')
      .trimEnd()
  return [
    '',
    `${year}-${String(month).padStart(2, '0')}`,
    row(WEEKDAYS),
    ...weeks.map((week) => row(WEEKDAYS.map((_, nth) => cell(week + nth)))),
  ]
}

/** Lunar day, with its month where that begins; * for a leap month. */
function lunarText(day: number, hasMonth: boolean): string {
  const lunar = lunarDateOf(day)
  return lunar.day === 1 || hasMonth ? `${lunar.day}/${lunar.month}${lunar.isLeap ? '*' : ''}` : String(lunar.day)
}

/** Returns the days of a rule: 'Tết, lunar 1/1, 1 day before, 3 after'. */
function ruleText(rule: CalendarRule): string {
  const name = rule.name ? [rule.name] : []
  const { junctions } = rule
  const where = junctions ? [counted(junctions.length, 'junction', 'junctions')] : []
  return [...name, whenText(rule), ...where].join(', ')
}

function whenText(rule: CalendarRule): string {
  if (rule.on === 'date') return rule.date
  if (rule.on === 'span' || rule.on === 'hand') return `${rule.from} to ${rule.until}`
  if (rule.on === 'weekdays') {
    const days = rule.days.map((day) => WEEKDAYS[day - 1]).join(' ')
    return rule.every === 1 ? days : `${days} every ${rule.every} weeks from ${rule.since}`
  }
  const around = [
    ...(rule.before > 0 ? [`${counted(rule.before, 'day', 'days')} before`] : []),
    ...(rule.after > 0 ? [`${counted(rule.after, 'day', 'days')} after`] : []),
  ]
  return [`${rule.on === 'lunar' ? 'lunar ' : ''}${rule.day}/${rule.month}`, ...around].join(', ')
}

/** Returns a day that may have been forgotten as a line. */
export function forgottenLine(forgotten: ForgottenDay): string {
  const date = `${dateOfDay(forgotten.day)} ${WEEKDAYS[weekdayOf(forgotten.day) - 1]}`
  return forgotten.why === 'noRule'
    ? `${date} has no rule: junctions keep the settings of the day before`
    : `${date} is ${forgotten.holiday}, and runs ${forgotten.kind} by the rule for its weekday`
}

/** Returns a line for each junction that gets other settings for a day: the time, its name, and the settings. */
export function dayLines({ calendar, junctions }: CalendarFile, day: number): readonly string[] {
  const rule = ruleOn(calendar, day)
  const lunar = lunarDateOf(day)
  const head = `${dateOfDay(day)} ${WEEKDAYS[weekdayOf(day) - 1]}, lunar ${lunar.day}/${lunar.month}${lunar.isLeap ? '*' : ''}: ${rule ? `${rule.kind} (${ruleText(rule)})` : 'no rule'}`
  const sent = junctions
    .flatMap(({ name, kinds }) => sendingsOf(calendar, kinds, name, day).map((sending) => ({ name, ...sending })))
    .sort((a, b) => a.atMinute - b.atMinute || (a.name < b.name ? -1 : 1))
  const lines = sent.map(({ name, atMinute, from, to, rule: why, values }) => {
    const settings = Object.entries(values).map(([key, value]) => `${key} ${value}`)
    return `  ${formatLocalMinute(atMinute).replace('T', ' ')}  ${name}: ${from ?? 'no rule'} to ${to} (${ruleText(why)}): ${settings.join(', ')}`
  })
  return [head, ...(lines.length > 0 ? lines : ['  nothing is sent'])]
}
