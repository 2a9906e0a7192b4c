/**
 * @file Planned inspections of a junction, each every so many months. They are one attribute of the server scope of its
 * device, JSON, written by people. Beside it is the first day on which one is due, as a number, by which platforms find
 * devices. A work that names an inspection and is done sets its last day.
 */
import * as z from 'zod/mini'
import { parsedJson } from '../jsonValue.ts'

/** Server attribute of a device: its inspections. */
export const INSPECTIONS_KEY = 'gw_inspections'
/** Server attribute of a device: the beginning of the first day on which one of them is due, epoch milliseconds. */
export const INSPECTION_DUE_KEY = 'gw_inspection_due'

/** Longest name, characters. */
export const MOST_INSPECTION_NAME = 100
/** Months between two of them. */
export const INSPECTION_MONTHS = { min: 1, max: 120 } as const

const isDay = (text: string) => {
  const ms = Date.parse(`${text}T00:00Z`)
  // Date.parse takes 30 February for 2 March.
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
const day = z.string().check(z.refine(isDay))

const Inspection = z.looseObject({
  /** Identifies it at the junction; works name it. Those of other junctions with this name are listed together. */
  name: z.string().check(z.minLength(1), z.maxLength(MOST_INSPECTION_NAME)),
  months: z.int().check(z.gte(INSPECTION_MONTHS.min), z.lte(INSPECTION_MONTHS.max)),
  /** Local day before which it is not due. */
  from: day,
  /** Local day on which it was done last; null before the first time. */
  last: z.catch(z.nullable(day), null),
})
/** @example { name: 'Cabinet and cables', months: 6, from: '2026-12-01', last: null } */
export type Inspection = z.infer<typeof Inspection>

/** Parses the attribute, as JSON or as the text of it. Inspections that cannot be read are left out. */
export function parseInspections(value: unknown): readonly Inspection[] {
  const json = parsedJson(value)
  if (!Array.isArray(json)) return []
  return json.flatMap((one: unknown) => z.safeParse(Inspection, one).data ?? [])
}

/** Returns the local day from which an inspection is due: so many months after the last time, but not before `from`. */
export function dueDay({ from, last, months }: Inspection): string {
  const next = last === null ? from : monthsAfter(last, months)
  return next > from ? next : from
}

/** Returns the same day of a later month, or the last day of a month that has no such day. */
function monthsAfter(local: string, months: number): string {
  const [year = 0, month = 1, date = 1] = local.split('-').map(Number)
  const end = new Date(Date.UTC(year, month + months, 0))
  end.setUTCDate(Math.min(date, end.getUTCDate()))
  return end.toISOString().slice(0, 10)
}

/** Returns by how many days an inspection is late on a local day; 0 on the day from which it is due, negative before. */
export function daysLate(due: string, today: string): number {
  return (Date.parse(today) - Date.parse(due)) / 86_400_000
}

/** Returns inspections with one more, or with one changed: its last day stays. */
export function withInspection(
  all: readonly Inspection[],
  { name, months, from }: Pick<Inspection, 'name' | 'months' | 'from'>,
): readonly Inspection[] {
  const before = all.find((one) => one.name === name) ?? { last: null }
  return [...withoutInspection(all, name), { ...before, name, months, from }]
}

/** Returns inspections without one. */
export function withoutInspection(all: readonly Inspection[], name: string): readonly Inspection[] {
  return all.filter((one) => one.name !== name)
}

/** Returns inspections after one was done on a local day. The same array if it was done later already, or is not planned. */
export function inspectedOn(all: readonly Inspection[], name: string, local: string): readonly Inspection[] {
  if (!all.some((one) => one.name === name && (one.last === null || one.last < local))) return all
  return all.map((one) => (one.name === name ? { ...one, last: local } : one))
}

/**
 * Returns inspections after the work that did one on a local day was deleted: its last day is that of `others`, the days on
 * which other works did it. The same array if it was done on another day last.
 */
export function notInspectedOn(
  all: readonly Inspection[],
  name: string,
  local: string,
  others: readonly string[],
): readonly Inspection[] {
  const last = [...others].sort().at(-1) ?? null
  if (!all.some((one) => one.name === name && one.last === local && last !== local)) return all
  return all.map((one) => (one.name === name ? { ...one, last } : one))
}

/**
 * Returns the attributes of a junction with these inspections; null without any, so that both are removed.
 *
 * @param beginningOf returns the beginning of a local day, epoch milliseconds
 */
export function inspectionValues(
  all: readonly Inspection[],
  beginningOf: (local: string) => number,
): { readonly [INSPECTIONS_KEY]: readonly Inspection[]; readonly [INSPECTION_DUE_KEY]: number } | null {
  const [first] = all.map(dueDay).sort()
  return first === undefined ? null : { [INSPECTIONS_KEY]: all, [INSPECTION_DUE_KEY]: beginningOf(first) }
}
