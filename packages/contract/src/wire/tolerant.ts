/**
 * @file Reads replies of a platform that is not ours, whose rows may be odd: a label that is a number, a missing
 * member, notes that are a text. An odd field costs only that field, an odd row only that row, and both are remarked.
 * Schemas stay strict; this file keeps, beside each, the fallbacks of the members that a row can do without.
 */
import * as z from 'zod/mini'
import { isShowable } from '../time.ts'

type Schema = z.core.$ZodType
type Result<S extends Schema> = z.core.util.SafeParseResult<z.output<S>>

/** Returns the replacement of an odd member. It receives the odd value, or undefined for a missing one. */
export type Fallback = (odd: unknown) => unknown

/** How to read a reply that does not fit its schema. */
type Shape =
  | { readonly kind: 'row'; readonly name: string; readonly fallbacks: ReadonlyMap<string, Fallback> }
  | {
      readonly kind: 'list' | 'page' | 'listByKey'
      readonly row: Schema
      readonly isUsual: ((value: unknown) => boolean) | undefined
    }

// Keyed by the schemas themselves, so that the table of calls only has to name a schema.
const shapes = new WeakMap<Schema, Shape>()

/**
 * Registers the fallbacks of a row and returns its schema. A row with any other odd member, such as its id, is left
 * out.
 */
export function tolerantRow<S extends Schema>(name: string, schema: S, fallbacks: Record<string, Fallback>): S {
  shapes.set(schema, { kind: 'row', name, fallbacks: new Map(Object.entries(fallbacks)) })
  return schema
}

/**
 * Registers a schema as a list, a page, or lists by key, of rows that may be odd, and returns it.
 * @param isUsual a quick check: what it accepts is read as it is, which must be as the schema reads it
 */
export function tolerantRows<S extends Schema>(
  kind: 'list' | 'page' | 'listByKey',
  schema: S,
  row: Schema,
  isUsual?: (value: unknown) => boolean,
): S {
  shapes.set(schema, { kind, row, isUsual })
  return schema
}

/** Returns an odd number or boolean as text, null for anything else. */
export const textOrNothing: Fallback = (odd) => (isPlain(odd) ? String(odd) : null)
/** Returns an odd number or boolean as text, the empty text for anything else. */
export const textOrEmpty: Fallback = (odd) => (isPlain(odd) ? String(odd) : '')
/** Returns the number that an odd text holds, 0 for anything else. */
export const numberOrZero: Fallback = (odd) =>
  typeof odd === 'string' && odd.trim() !== '' && Number.isFinite(Number(odd)) ? Number(odd) : 0
/** Returns the time that an odd text holds, 0 for anything else and for a time that no date can show. */
export const timeOrZero: Fallback = (odd) => {
  const ms = Number(numberOrZero(odd))
  return isShowable(ms) ? ms : 0
}
/** Returns null. */
export const nothing: Fallback = () => null
/** Returns true for the text `true`, false for anything else. */
export const truthOrFalse: Fallback = (odd) => odd === 'true'

function isPlain(value: unknown): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

/**
 * Parses a value by a schema, as tolerantly as that schema allows.
 * @param onOdd called with a sentence for everything that was left out or replaced; the same oddity gives the same
 * sentence
 */
export function parseTolerantly<S extends Schema>(
  schema: S,
  value: unknown,
  onOdd: (remark: string) => void,
): Result<S> {
  const shape = shapes.get(schema)
  if (shape && shape.kind !== 'row' && shape.isUsual?.(value)) return { success: true, data: value as z.output<S> }
  const whole = z.safeParse(schema, value)
  if (whole.success || shape === undefined) return whole
  if (shape.kind === 'row') {
    const repaired = repair(shape, value, whole.error.issues, onOdd)
    return repaired === undefined ? whole : z.safeParse(schema, repaired)
  }
  if (shape.kind === 'list') {
    return Array.isArray(value) ? z.safeParse(schema, parseRows(shape.row, value, onOdd)) : whole
  }
  if (!isRecord(value)) return whole
  if (shape.kind === 'listByKey') {
    const lists = Object.entries(value).map(([key, rows]) => [key, parseRows(shape.row, rows, onOdd)] as const)
    return z.safeParse(schema, Object.fromEntries(lists.filter(([, rows]) => rows.length > 0)))
  }
  const { data } = value
  if (!Array.isArray(data)) return whole
  return z.safeParse(schema, { ...pageFrame(value, data), data: parseRows(shape.row, data, onOdd) })
}

/** Returns the readable rows of a list. */
function parseRows(row: Schema, values: unknown, onOdd: (remark: string) => void): unknown[] {
  const rows: readonly unknown[] = Array.isArray(values) ? values : []
  return rows.flatMap((value) => {
    const read = parseTolerantly(row, value, onOdd)
    if (read.success) return [read.data]
    onOdd(`${nameOf(row)} cannot be read and is left out (${firstIssue(read.error.issues)})`)
    return []
  })
}

/** Returns the totals of a page, computed from its rows where they are missing. */
function pageFrame(page: Record<string, unknown>, rows: readonly unknown[]) {
  const { totalPages, totalElements, hasNext } = page
  return {
    totalPages: typeof totalPages === 'number' ? totalPages : Math.min(1, rows.length),
    totalElements: typeof totalElements === 'number' ? totalElements : rows.length,
    hasNext: hasNext === true,
  }
}

/** Returns the row with its odd members replaced, or undefined if one of them has no fallback. */
function repair(
  { name, fallbacks }: Shape & { readonly kind: 'row' },
  row: unknown,
  issues: readonly z.core.$ZodIssue[],
  onOdd: (remark: string) => void,
): Record<string, unknown> | undefined {
  if (!isRecord(row)) return undefined
  const repaired = { ...row }
  for (const key of new Set(issues.map(({ path }) => String(path[0])))) {
    const fallback = fallbacks.get(key)
    if (fallback === undefined) return undefined
    repaired[key] = fallback(row[key])
    onOdd(`${name}: ${key} cannot be read and is passed over`)
  }
  return repaired
}

function nameOf(schema: Schema): string {
  const shape = shapes.get(schema)
  return shape?.kind === 'row' ? shape.name : 'the answer'
}

function firstIssue(issues: readonly z.core.$ZodIssue[]): string {
  const [issue] = issues
  // Without numbers: the same oddity in another row gives the same remark.
  const path = issue?.path.filter((part) => typeof part === 'string') ?? []
  return [...path.slice(0, 1), issue?.code].join(': ')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the members of an entity's free-form notes; none if the notes are a text, an array or nothing, which the wire
 * allows.
 */
export function infoOf(additionalInfo: unknown): Readonly<Record<string, unknown>> {
  return isRecord(additionalInfo) ? additionalInfo : {}
}
