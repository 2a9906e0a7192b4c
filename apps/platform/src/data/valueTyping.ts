/**
 * @file Types the values that devices and users send as JSON text, the same for MQTT and HTTP.
 *
 * The rules look at how a number is written (`1e3`, `10.0`, twenty digits), which `JSON.parse` forgets. What comes out
 * are JavaScript values, so three things are decided here:
 * - `10.0` and `10` are the same number and print as `10`;
 * - an integer that a double cannot hold exactly (beyond 2^53) stays the text that was sent, as one beyond 64 bits
 *   must anyway: no digit is ever lost;
 * - numbers inside objects and arrays are plain JSON numbers.
 */
import type { JsonValue } from '@greenwave/contract/attributes'
import { MAX_KEY_LENGTH } from '@greenwave/contract/attributes'
import { isMalformedText } from '../entities/textRules.ts'
import type { Sample } from './deviceData.ts'

/** Why a payload was refused. `message` is the platform's wording of it. */
export class PayloadRefused extends Error {
  readonly reason:
    | 'notJson'
    | 'notAnObject'
    | 'nullValue'
    | 'empty'
    | 'badKey'
    | 'badTimestamp'
    | 'tooDeep'
    | 'tooManyKeys'
  constructor(reason: PayloadRefused['reason'], message: string) {
    super(message)
    this.name = 'PayloadRefused'
    this.reason = reason
  }
}

/** Decimals beyond this many make a number text, since a double would not give them back. */
const MAX_DECIMALS = 16
/** Deepest nesting of a stored JSON value; beyond some thousand levels writing it out again would overflow the stack. */
const MAX_DEPTH = 100
/** Longest text that an exponent may unfold to; `1e999999999` would otherwise fill the memory. */
const MAX_UNFOLDED_DIGITS = 400

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)
const NUMBER_LIKE = /^-?(?:\d+|\d*\.\d+)$/
/** Only in such a text can a number literal mean something else than the number that `JSON.parse` makes of it. */
const NEEDS_SOURCE = /\d{16}|\d[eE][+-]?\d/

/**
 * Types a number as it was written: an integer, a double, or (what neither can hold) text.
 * @param literal a decimal number with optional minus sign, point and exponent
 */
export function typeNumber(literal: string): number | string {
  const match = /^(-?)(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal)
  if (match === null) return literal
  const [, sign = '', whole = '', fraction = '', exponentText] = match
  const exponent = exponentText === undefined ? 0 : Number(exponentText)
  const written = fraction.length > 0 && exponentText === undefined
  const significantFraction = fraction.replace(/0+$/, '')
  if (written ? fraction.length > MAX_DECIMALS : significantFraction.length - exponent > MAX_DECIMALS) {
    return unfold(sign, whole, fraction, exponent) ?? literal
  }
  const value = Number(literal)
  const isIntegral = !written && (significantFraction.length <= exponent || Number(whole + fraction) === 0)
  if (!isIntegral) return value === 0 ? 0 : value
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value
  const digits = unfold(sign, whole, fraction, exponent)
  if (digits === undefined) return literal
  const integer = BigInt(digits)
  return integer > INT64_MAX || integer < INT64_MIN ? digits : exact(integer, digits)
}

/** A 64-bit integer as a number where a double holds it exactly, as text where it does not. */
function exact(integer: bigint, digits: string): number | string {
  const value = Number(integer)
  return Number.isSafeInteger(value) ? value : digits
}

/** Writes a number without its exponent; undefined if that would be absurdly long. */
function unfold(sign: string, whole: string, fraction: string, exponent: number): string | undefined {
  if (Math.abs(exponent) > MAX_UNFOLDED_DIGITS) return undefined
  const digits = whole + fraction
  const point = whole.length + exponent
  const integerPart = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const fractionPart = point < 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  const trimmed = integerPart.replace(/^0+(?=\d)/, '')
  return fractionPart === '' || (exponent > 0 && /^0*$/.test(fractionPart))
    ? `${sign}${trimmed}`
    : `${sign}${trimmed}.${fractionPart}`
}

/** Types a text: one that looks like a plain decimal number becomes it. */
function typeText(text: string): number | string {
  if (!NUMBER_LIKE.test(text)) return text
  const typed = typeNumber(text)
  return typeof typed === 'string' ? text : typed
}

/** The parsed text, and how the numbers among the members of any object in it were written. */
interface Parsed {
  readonly root: unknown
  readonly literals: ReadonlyMap<unknown, ReadonlyMap<string, string>>
}

/** What a reviver is told of a primitive beside its value; not in the standard library's types yet. */
interface ReviverContext {
  readonly source?: string
}

const NO_LITERALS: Parsed['literals'] = new Map()

function parse(text: string): Parsed {
  try {
    if (!NEEDS_SOURCE.test(text)) return { root: JSON.parse(text), literals: NO_LITERALS }
    const literals = new Map<unknown, Map<string, string>>()
    const root: unknown = JSON.parse(text, function (this: unknown, key: string, value: unknown, ...rest: unknown[]) {
      const context: ReviverContext | undefined = rest[0] ?? undefined
      if (typeof value === 'number' && context?.source !== undefined) {
        const members = literals.get(this)
        if (members === undefined) literals.set(this, new Map([[key, context.source]]))
        else members.set(key, context.source)
      }
      return value
    })
    return { root, literals }
  } catch {
    throw new PayloadRefused('notJson', 'Invalid JSON')
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A parsed value as the JSON that it is, provided it is not nested too deeply. */
function asJson(value: unknown, depth: number): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (depth > MAX_DEPTH) throw new PayloadRefused('tooDeep', `JSON values nest at most ${MAX_DEPTH} levels deep`)
  if (Array.isArray(value)) return value.map((item) => asJson(item, depth + 1))
  if (!isObject(value)) throw new PayloadRefused('notJson', 'Invalid JSON')
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item, depth + 1)]))
}

/** A value parsed elsewhere, provided it is JSON and not nested too deeply. @throws {PayloadRefused} */
export function asJsonValue(value: unknown): JsonValue {
  return asJson(value, 0)
}

function typeMembers(
  members: Record<string, unknown>,
  literals: ReadonlyMap<string, string> | undefined,
  nulls: 'refuse' | 'skip',
): Record<string, JsonValue> {
  const typed: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(members)) {
    if (value === null) {
      if (nulls === 'skip') continue
      throw new PayloadRefused('nullValue', "Can't parse value: null")
    }
    if (typeof value === 'number') typed.push([key, typeNumber(literals?.get(key) ?? String(value))])
    else if (typeof value === 'string') typed.push([key, typeText(value)])
    else typed.push([key, asJson(value, 0)])
  }
  return Object.fromEntries(typed)
}

/**
 * Reads a JSON object of attributes or values and types its members.
 * @param nulls what a null member does: `refuse` the whole payload, or `skip` itself
 * @throws {PayloadRefused}
 */
export function parseTypedObject(text: string, nulls: 'refuse' | 'skip' = 'refuse'): Record<string, JsonValue> {
  const { root, literals } = parse(text)
  if (!isObject(root)) throw new PayloadRefused('notAnObject', 'Request is not a JSON object')
  return typeMembers(root, literals.get(root), nulls)
}

/**
 * Reads a telemetry payload: `{key: value}`, `{ts, values: {key: value}}`, or an array of either. Null values are skipped.
 * @param receivedTs epoch milliseconds, for values that carry no time of their own
 * @throws {PayloadRefused}
 */
export function parseTelemetryPayload(text: string, receivedTs: number): Sample[] {
  const { root, literals } = parse(text)
  const items: readonly unknown[] = Array.isArray(root) ? root : [root]
  return items.map((item) => {
    if (!isObject(item)) throw new PayloadRefused('notAnObject', `Can't parse value: ${JSON.stringify(item)}`)
    if (!('ts' in item && 'values' in item)) {
      return { ts: receivedTs, values: typeMembers(item, literals.get(item), 'skip') }
    }
    if (!isObject(item.values)) throw new PayloadRefused('notAnObject', 'Telemetry values are not a JSON object')
    return { ts: timestamp(item.ts), values: typeMembers(item.values, literals.get(item.values), 'skip') }
  })
}

/** Epoch milliseconds, as a number or the text of one. */
function timestamp(value: unknown): number {
  const ts = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  if (typeof ts === 'number' && Number.isSafeInteger(Math.trunc(ts))) return Math.trunc(ts)
  throw new PayloadRefused('badTimestamp', `Telemetry ts is not a time in milliseconds: ${JSON.stringify(value)}`)
}

/** Checks the name of an attribute or of telemetry. @throws {PayloadRefused} */
export function checkKey(key: string): void {
  if (key.trim() === '') throw new PayloadRefused('badKey', 'Key cannot be blank')
  if (key.length > MAX_KEY_LENGTH) {
    throw new PayloadRefused('badKey', `Validation error: key length must be equal or less than ${MAX_KEY_LENGTH}`)
  }
  // `__proto__` would set the prototype of an object that copies values by key.
  if (key === '__proto__' || isMalformedText(key)) {
    throw new PayloadRefused('badKey', 'Validation error: key is malformed')
  }
}
