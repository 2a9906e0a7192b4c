/**
 * @file A calendar: which kind of day runs on which date. It is an asset of this type with its content among the notes
 * of the asset under `gw`; the settings of each kind are a server attribute of each junction. That attribute names the
 * calendar, so that no junction has two, and so that thousands of junctions fit. A part that cannot be read refuses
 * everything: a rule that is passed over would send the settings of another day.
 */
import * as z from 'zod/mini'
import { isPlainObject, parsedJson } from '../jsonValue.ts'
import type { Asset } from '../wire/assets.ts'
import { infoOf } from '../wire/tolerant.ts'

/** Largest numbers of a calendar, so that it fits into the notes of an asset. */
const MOST_KINDS = 20
export const MOST_CALENDAR_RULES = 300
const MOST_CALENDAR_JUNCTIONS = 5000
const MOST_CALENDAR_TEXT = 60_000
/** Characters of a name. */
const LONGEST_NAME = 100
/** Keys of the settings of a kind: six plans, and six programs with their offsets. */
const MOST_KEYS = 80
/** Days before and after a yearly date. */
const MOST_AROUND = 30
const MOST_WEEKS = 52

/** Colours of kinds; consoles have a shade of each for both themes. */
export const KIND_COLOURS = ['grey', 'blue', 'indigo', 'amber', 'red', 'violet', 'green', 'teal'] as const

const whole = (min: number, max: number) => {
  const error = `give a whole number from ${min} to ${max}`
  return z.int(error).check(z.minimum(min, error), z.maximum(max, error))
}
const text = (longest: number) => {
  const error = `give 1 to ${longest} characters`
  return z.string(error).check(z.minLength(1, error), z.maxLength(longest, error))
}

/** Years that a calendar covers: those for which lunar dates are known. */
export const CALENDAR_YEARS = { min: 2000, max: 2100 } as const

/** Returns whether a text is a date that exists, in the years of calendars. */
export function isCalendarDate(date: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false
  const year = Number(date.slice(0, 4))
  const ms = Date.parse(`${date}T00:00Z`)
  // Date.parse takes 30 February for 2 March.
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)
  return exists && year >= CALENDAR_YEARS.min && year <= CALENDAR_YEARS.max
}
const DATE = `give a date from ${CALENDAR_YEARS.min} to ${CALENDAR_YEARS.max} that exists, such as 2026-11-28`
/** A local date such as 2026-11-28. */
const CalendarDate = z.string(DATE).check(z.refine(isCalendarDate, DATE))
const MINUTE = 'give a local time such as 2026-11-28T18:00'
const CalendarMinute = z
  .string(MINUTE)
  .check(
    z.refine(
      (minute) => /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(minute) && isCalendarDate(minute.slice(0, 10)),
      MINUTE,
    ),
  )

const KIND_ID = 'give an id of 1 to 30 small letters, digits and hyphens, such as saturday'
const KindId = z.string(KIND_ID).check(z.regex(/^[a-z0-9-]{1,30}$/, KIND_ID))
const Junctions = z
  .array(text(255), 'give a list of junctions')
  .check(z.maxLength(MOST_CALENDAR_JUNCTIONS, `give at most ${MOST_CALENDAR_JUNCTIONS} junctions`))

const anyRule = {
  kind: KindId,
  /** Label of the rule. */
  name: z.optional(z.string('give a text').check(z.maxLength(LONGEST_NAME, `give at most ${LONGEST_NAME} characters`))),
  /** The junctions to which the rule applies; left out: all of the calendar. */
  junctions: z.optional(Junctions),
}
const around = {
  before: z._default(whole(0, MOST_AROUND), 0),
  after: z._default(whole(0, MOST_AROUND), 0),
}
const month = whole(1, 12)

const CalendarRule = z.discriminatedUnion(
  'on',
  [
    z.strictObject({ on: z.literal('date'), date: CalendarDate, ...anyRule }),
    /** Both dates included. */
    z.strictObject({ on: z.literal('span'), from: CalendarDate, until: CalendarDate, ...anyRule }),
    z.strictObject({
      on: z.literal('weekdays'),
      /** 1 Monday to 7 Sunday. */
      days: z.array(whole(1, 7), 'give a list of weekdays').check(
        z.minLength(1, 'give weekdays, 1 Monday to 7 Sunday, such as [6]'),
        z.refine((days) => new Set(days).size === days.length, 'give each weekday once'),
      ),
      /** Every nth week, counted from the one of `since`. */
      every: z._default(whole(1, MOST_WEEKS), 1),
      since: z.optional(CalendarDate),
      ...anyRule,
    }),
    z.strictObject({ on: z.literal('solar'), month, day: whole(1, 31), ...around, ...anyRule }),
    /** In the ordinary month of this number, never in the leap month. */
    z.strictObject({ on: z.literal('lunar'), month, day: whole(1, 30), ...around, ...anyRule }),
    /** By hand, with an end; `until` is excluded. */
    z.strictObject({
      on: z.literal('hand'),
      from: CalendarMinute,
      until: CalendarMinute,
      by: z._default(z.string('give a text').check(z.maxLength(255)), ''),
      /** When it was made, epoch milliseconds: settings that users changed before do not stay. */
      at: z.optional(z.int('give epoch milliseconds')),
      ...anyRule,
    }),
  ],
  { error: 'give a member "on": "date", "span", "weekdays", "solar", "lunar" or "hand"' },
)
/** One rule; a date in a month that is shorter means its last day. */
export type CalendarRule = z.infer<typeof CalendarRule>

const BEGINS = 'give a time such as 03:00'
const Calendar = z.strictObject(
  {
    /** Name by which junctions refer to the calendar; the same in each copy of the city. */
    key: z._default(KindId, 'city'),
    /** Local time at which a day begins. */
    dayBegins: z._default(z.string(BEGINS).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, BEGINS)), '03:00'),
    kinds: z
      .array(
        z.strictObject({
          id: KindId,
          name: text(LONGEST_NAME),
          color: z.enum(KIND_COLOURS, `give one of ${KIND_COLOURS.join(', ')}`),
        }),
        'give a list of kinds',
      )
      .check(z.minLength(1, 'give at least one kind'), z.maxLength(MOST_KINDS, `give at most ${MOST_KINDS} kinds`)),
    /** The first that matches wins. */
    rules: z
      .array(CalendarRule, 'give a list of rules')
      .check(z.maxLength(MOST_CALENDAR_RULES, `give at most ${MOST_CALENDAR_RULES} rules`)),
  },
  'give an object such as {"kinds": [...], "rules": [...]}',
)
export type Calendar = z.infer<typeof Calendar>

const MOST_VALUE = 86_400
const KindSets = z.record(
  KindId,
  z.record(z.string().check(z.regex(/^\w{1,40}$/)), whole(0, MOST_VALUE), 'give an object of settings'),
  'give an object of settings by kind, such as {"saturday": {"P1_HH": 6}}',
)
/** The settings of each kind of day at a junction, by attribute key. Each kind has the same keys. */
export type KindSets = z.infer<typeof KindSets>

/** Returns the calendar in the notes of an asset, or why it cannot be used. */
export function parseCalendarAsset({ additionalInfo }: Pick<Asset, 'additionalInfo'>): ParsedRecord<Calendar> {
  return parseCalendar(infoOf(additionalInfo).gw)
}

/** Returns the notes of an asset with this calendar; other notes stay. */
export function writeCalendar(additionalInfo: unknown, calendar: Calendar): Record<string, unknown> {
  return { ...infoOf(additionalInfo), gw: calendar }
}

/** Settings of each kind of day at a junction, and the key of its calendar: the value of `gw_kinds`. */
export interface JunctionKinds {
  readonly calendar: string
  readonly kinds: KindSets
}

/** Parses the value of `gw_kinds`, as JSON or its text; undefined if it cannot be used. */
export function parseJunctionKinds(value: unknown): JunctionKinds | undefined {
  const json = parsedJson(value)
  if (!isPlainObject(json)) return undefined
  const calendar = z.safeParse(KindId, json.calendar)
  const { record } = parseKinds(json.kinds)
  return calendar.success && record ? { calendar: calendar.data, kinds: record } : undefined
}

/** A problem of a record, and its place in it. */
export interface RecordProblem {
  readonly path: readonly (string | number)[]
  /** Problem and fix, after the name of the place: `is "9": give a whole number from 1 to 7`. */
  readonly problem: string
}

/** A record that was read, or why it cannot be used. */
type ParsedRecord<T> =
  | { readonly record: T; readonly problems?: never }
  | { readonly problems: readonly RecordProblem[]; readonly record?: never }

/** Parses a calendar. */
export function parseCalendar(value: unknown): ParsedRecord<Calendar> {
  const read = parseRecord(Calendar, value)
  if (!read.record) return read
  const { kinds, rules } = read.record
  const known = new Set(kinds.map(({ id }) => id))
  const problems = [
    ...kinds.flatMap(({ id }, nth) =>
      kinds.findIndex((kind) => kind.id === id) < nth
        ? [{ path: ['kinds', nth, 'id'], problem: `is "${id}", as of another kind: give another id` }]
        : [],
    ),
    ...rules.flatMap((rule, nth) => ruleProblems(rule, known, ['rules', nth])),
  ]
  if (JSON.stringify(value).length > MOST_CALENDAR_TEXT)
    problems.push({ path: [], problem: `has more than ${MOST_CALENDAR_TEXT} characters: shorten its lists` })
  return problems.length > 0 ? { problems } : read
}

function ruleProblems(rule: CalendarRule, kinds: ReadonlySet<string>, path: RecordProblem['path']): RecordProblem[] {
  const problems: RecordProblem[] = []
  const known = [...kinds].join(', ')
  if (!kinds.has(rule.kind))
    problems.push({ path: [...path, 'kind'], problem: `is "${rule.kind}": give one of ${known}` })
  if ((rule.on === 'span' && rule.until < rule.from) || (rule.on === 'hand' && rule.until <= rule.from))
    problems.push({ path: [...path, 'until'], problem: `is "${rule.until}": give a time after ${rule.from}` })
  if (rule.on === 'weekdays' && rule.every > 1 && rule.since === undefined)
    problems.push({ path: [...path, 'since'], problem: 'is missing: give a date in the first week that counts' })
  if (rule.on === 'solar' && rule.day > new Date(Date.UTC(2000, rule.month, 0)).getUTCDate())
    problems.push({ path: [...path, 'day'], problem: `is ${rule.day}: month ${rule.month} has fewer days` })
  return problems
}

/** Parses the settings of each kind at a junction. */
export function parseKinds(value: unknown): ParsedRecord<KindSets> {
  const read = parseRecord(KindSets, value)
  if (!read.record) return read
  const kinds = Object.entries(read.record)
  if (kinds.length > MOST_KINDS) return { problems: [{ path: [], problem: `has more than ${MOST_KINDS} kinds` }] }
  const keys = [...new Set(kinds.flatMap(([, settings]) => Object.keys(settings)))]
  if (keys.length > MOST_KEYS) return { problems: [{ path: [], problem: `has more than ${MOST_KEYS} settings` }] }
  // A setting of one kind alone would stay as it is on all other days.
  const problems = kinds.flatMap(([kind, settings]) =>
    keys
      .filter((key) => !Object.hasOwn(settings, key))
      .map((key) => ({ path: [kind, key], problem: 'is missing: another kind sets it, so give it in each' })),
  )
  return problems.length > 0 ? { problems } : read
}

function parseRecord<S extends z.core.$ZodType>(schema: S, value: unknown): ParsedRecord<z.output<S>> {
  const read = z.safeParse(schema, value)
  if (read.success) return { record: read.data }
  return { problems: read.error.issues.flatMap((issue) => problemsOf(issue, value)) }
}

function problemsOf(issue: z.core.$ZodIssue, value: unknown): readonly RecordProblem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], problem: 'is unknown: leave it out' }))
  if (issue.code === 'invalid_key') return [{ path, problem: 'has no valid name' }]
  const found = path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], value)
  if (found === undefined) return [{ path, problem: `is missing: ${issue.message}` }]
  const shown = JSON.stringify(found)
  return [{ path, problem: `is ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}: ${issue.message}` }]
}
